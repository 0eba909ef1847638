"""The command `lsp`: a language server over standard input and output, for any editor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from rulewright.cli.output import program_version
from rulewright.interpreter.codes import CODES
from rulewright.interpreter.editor.answers import Answers, Outlined, Place
from rulewright.interpreter.editor.colours import COLOURS, Coloured
from rulewright.interpreter.editor.names import Name, Sort
from rulewright.interpreter.editor.positions import Range, range_of, units
from rulewright.interpreter.editor.project import project_around
from rulewright.interpreter.editor.rename import RenameError, renamed
from rulewright.interpreter.findings import Finding
from rulewright.interpreter.format.files import rewritten_text

_KINDS: dict[Sort, lsp.CompletionItemKind] = {
    "action": lsp.CompletionItemKind.Function,
    "window": lsp.CompletionItemKind.Event,
    "value": lsp.CompletionItemKind.Function,
    "counter": lsp.CompletionItemKind.Property,
    "zone": lsp.CompletionItemKind.Folder,
    "enum": lsp.CompletionItemKind.Enum,
    "kind": lsp.CompletionItemKind.Class,
    "option": lsp.CompletionItemKind.Constant,
    "phase": lsp.CompletionItemKind.Module,
    "table": lsp.CompletionItemKind.Struct,
    "state": lsp.CompletionItemKind.Property,
    "card": lsp.CompletionItemKind.Value,
    "enum value": lsp.CompletionItemKind.EnumMember,
    "field": lsp.CompletionItemKind.Field,
    "word": lsp.CompletionItemKind.Keyword,
    "answer": lsp.CompletionItemKind.Value,
    "player": lsp.CompletionItemKind.Variable,
}


class Server(LanguageServer):
    """Answers an editor; the projects are those around the files that it opens."""

    def __init__(self) -> None:
        super().__init__(
            "rulewright", program_version(), text_document_sync_kind=lsp.TextDocumentSyncKind.Full
        )
        self._projects: dict[Path, Answers] = {}
        self._shown: set[Path] = set()

    def answers(self, path: Path) -> Answers:
        """Return what answers about a file."""
        project = project_around(path)
        key = project.packs[0].folder if project.packs else project.root.resolve()
        return self._projects.setdefault(key, Answers(project))

    def take(self, uri: str, text: str | None) -> None:
        """Take a text for what a file holds, None for what is on the disk, and tell what is found now."""
        path = path_of(uri)
        answers = self.answers(path)
        answers.project.write(path, text)
        found = answers.findings(path)
        wrong = {file for file, findings in found.items() if findings}
        # Of other projects' files nothing is known here.
        mended = {file for file in self._shown - wrong if file in found}
        self._shown = (self._shown - mended) | wrong
        # The file itself comes last: whoever waits for it has heard of the others.
        for file in (*sorted((wrong | mended) - {path}), path):
            findings = found.get(file, [])
            lines = answers.project.text_of(file).split("\n")
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(file.as_uri(), [_diagnostic(each, lines) for each in findings])
            )


def path_of(uri: str) -> Path:
    """Return the path that an editor names by a URI."""
    return Path(url2pathname(unquote(urlparse(uri).path))).resolve()


def _range(place: Range) -> lsp.Range:
    return lsp.Range(lsp.Position(place.line, place.start), lsp.Position(place.end_line, place.end))


def _diagnostic(finding: Finding, lines: list[str]) -> lsp.Diagnostic:
    severity = lsp.DiagnosticSeverity.Error if finding.severity == "error" else lsp.DiagnosticSeverity.Warning
    hint = f" (did you mean {finding.suggestion}?)" if finding.suggestion is not None else ""
    return lsp.Diagnostic(
        _range(range_of(finding.span, lines)),
        finding.message + hint,
        severity=severity,
        code=finding.code,
        source="rulewright",
        data={"title": CODES[finding.code].title},
    )


def _location(place: Place) -> lsp.Location:
    return lsp.Location(place.path.as_uri(), _range(place.range))


def _item(name: Name) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        name.name,
        kind=_KINDS[name.sort],
        detail=f"{name.sort} {name.form}" if name.form not in ("", name.name) else name.sort,
        documentation=name.about or None,
    )


def _relative(words: list[Coloured]) -> Iterator[int]:
    """Yield coloured words as the protocol has them: each seen from the one before."""
    line = start = 0
    for word in words:
        place = word.range
        yield place.line - line
        yield place.start - (start if place.line == line else 0)
        yield place.end - place.start
        yield COLOURS.index(word.colour)
        yield 0
        line, start = place.line, place.start


def _symbols(entries: tuple[Outlined, ...]) -> Iterator[lsp.DocumentSymbol]:
    for entry in entries:
        place = _range(entry.range)
        below = list(_symbols(entry.below))
        yield lsp.DocumentSymbol(entry.name, lsp.SymbolKind.Key, place, place, children=below)


def server() -> Server:
    """Return the server with all that it answers."""
    made = Server()
    _hears_of_files(made)
    _answers_about_names(made)
    _offers_changes(made)
    return made


def _hears_of_files(made: Server) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        made.take(params.text_document.uri, params.text_document.text)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = made.workspace.get_text_document(params.text_document.uri)
        made.take(params.text_document.uri, document.source)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        document = made.workspace.get_text_document(params.text_document.uri)
        made.take(params.text_document.uri, document.source)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        made.take(params.text_document.uri, None)


def _answers_about_names(made: Server) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        path, at = path_of(params.text_document.uri), params.position
        found = made.answers(path).hover(path, at.line, at.character)
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), _range(found[1]))

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        path, at = path_of(params.text_document.uri), params.position
        return [_item(name) for name in made.answers(path).completion(path, at.line, at.character)]

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        path, at = path_of(params.text_document.uri), params.position
        return [_location(place) for place in made.answers(path).definitions(path, at.line, at.character)]

    @made.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        path, at = path_of(params.text_document.uri), params.position
        return [_location(place) for place in made.answers(path).references(path, at.line, at.character)]

    @made.feature(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(list(COLOURS), token_modifiers=[])
    )
    def colours(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = path_of(params.text_document.uri)
        return lsp.SemanticTokens(list(_relative(made.answers(path).colours(path))))

    @made.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        path = path_of(params.text_document.uri)
        first, last = params.range.start.line, params.range.end.line
        lines = made.answers(path).project.text_of(path).split("\n")
        return [
            lsp.InlayHint(lsp.Position(line, units(lines[line].rstrip("\r"))), said, padding_left=True)
            for line, said in made.answers(path).hints(path)
            if first <= line <= last and line < len(lines)
        ]

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = path_of(params.text_document.uri)
        return list(_symbols(made.answers(path).outline(path)))


def _offers_changes(made: Server) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return list(_formatted(made, path_of(params.text_document.uri)))

    @made.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        return _renamed(made, params)

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return list(_fixes(made, params))


def _formatted(made: Server, path: Path) -> Iterator[lsp.TextEdit]:
    project = made.answers(path).project
    text = project.text_of(path)
    texts = [
        (each.start, each.scalar)
        for name in project.games_of(path)
        for each in project.checked(name).texts.get(path, ())
        if each.is_whole
    ]
    after = rewritten_text(text, texts) if texts else text
    if after != text:
        yield _whole(text, after)


def _renamed(made: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    path, at = path_of(params.text_document.uri), params.position
    answers = made.answers(path)
    met = answers.word_at(path, at.line, at.character)
    game = next(answers.project.games_of(path), None)
    if met is None or game is None:
        return None
    try:
        files = renamed(answers.project, game, met[0], params.new_name)
    except RenameError as error:
        raise JsonRpcException(str(error), code=lsp.LSPErrorCodes.RequestFailed.value) from None
    changes = {file.path.as_uri(): [_whole(file.before, file.after)] for file in files}
    return lsp.WorkspaceEdit(changes=changes)


def _whole(before: str, after: str) -> lsp.TextEdit:
    end = lsp.Position(before.count("\n") + 1, 0)
    return lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), after)


def _fixes(made: Server, params: lsp.CodeActionParams) -> Iterator[lsp.CodeAction]:
    path = path_of(params.text_document.uri)
    answers = made.answers(path)
    lines = answers.project.text_of(path).split("\n")
    for fix in answers.fixes(path, params.range.start.line, params.range.end.line):
        edit = lsp.WorkspaceEdit(changes={fix.path.as_uri(): [lsp.TextEdit(_range(fix.range), fix.text)]})
        yield lsp.CodeAction(
            fix.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[_diagnostic(fix.finding, lines)],
            edit=edit,
            is_preferred=fix.text == fix.finding.suggestion,
        )


def run() -> None:
    """Serve until the editor ends it."""
    server().start_io()
