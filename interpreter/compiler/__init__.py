"""The compiler: a checked game becomes Python source, straight-line from one decision to the next."""
