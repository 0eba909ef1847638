"""The commands by what they are for; what they do stands in modules that they load when they run."""
