"""The language server as an editor meets it: over standard input and output, on a game that is being written."""

import asyncio
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import BaseLanguageClient

from rulewright.interpreter.editor.colours import COLOURS

CHECKOUT = Path(__file__).parents[2]
CARDS = "cards/pret-a-porter/employees.yaml"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "gry 我的"
    for part in ("rules/pret-a-porter", "cards/pret-a-porter"):
        copytree(CHECKOUT / part, folder / part)
    return folder


class Editor(BaseLanguageClient):
    """An editor that keeps the findings it was told of last, by the file's name."""

    def __init__(self):
        super().__init__("test-editor", "1")
        self.found = {}
        self.told = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            self.found[params.uri] = params.diagnostics
            self.told.set()

    async def findings(self, uri):
        while uri not in self.found:
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 60)
        return self.found.pop(uri)


@asynccontextmanager
async def editor():
    client = Editor()
    await client.start_io(sys.executable, "-m", "rulewright.cli.main", "lsp", cwd=str(CHECKOUT))
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    yield client
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


class Buffer:
    """A file that is open in an editor."""

    def __init__(self, client, path, text=None):
        self.client, self.path, self.uri, self.version = client, path, path.as_uri(), 1
        self.text = path.read_text("utf-8") if text is None else text
        item = lsp.TextDocumentItem(self.uri, "yaml", self.version, self.text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    @property
    def name(self):
        return lsp.TextDocumentIdentifier(self.uri)

    async def change(self, text):
        self.text, self.version = text, self.version + 1
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(self.version, self.uri),
                [lsp.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return await self.client.findings(self.uri)

    def at(self, words, inside=0):
        """Return the place of some words, or of a character in them, in units of UTF-16."""
        offset = self.text.index(words) + inside
        line = self.text.count("\n", 0, offset)
        row = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return lsp.Position(line, len(row.encode("utf-16-le")) // 2)

    def applied(self, edits):
        """Return the text with some edits made."""
        lines = self.text.split("\n")
        text = self.text
        for edit in sorted(
            edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True
        ):
            begin, end = (self._offset(lines, place) for place in (edit.range.start, edit.range.end))
            text = text[:begin] + edit.new_text + text[end:]
        return text

    @staticmethod
    def _offset(lines, place):
        if place.line >= len(lines):
            return sum(len(line) + 1 for line in lines) - 1
        row = lines[place.line].encode("utf-16-le")[: 2 * place.character].decode("utf-16-le")
        return sum(len(line) + 1 for line in lines[: place.line]) + len(row)


def session(work):
    """Run a session with an editor to its end."""

    async def run():
        async with editor() as client:
            await work(client)

    asyncio.run(run())


def test_slips_are_shown_and_mended_by_the_fixes_offered(root):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        assert not await client.findings(buffer.uri)
        slips = {"draw_designs(1)": "draw_desings(1)", "(2, keep = 1)": "(2, kep = 1)"}
        text = buffer.text
        for right, wrong in slips.items():
            assert right in text
            text = text.replace(right, wrong, 1)
        found = await buffer.change(text)
        assert {each.code for each in found} == {"RW201", "RW208"}
        assert len(found) == len(slips)
        for finding in found:
            row = buffer.text.split("\n")[finding.range.start.line]
            assert row[finding.range.start.character : finding.range.end.character] in {"draw_desings", "kep"}
        for _ in slips:
            place = (await buffer.change(buffer.text + "\n"))[0].range
            actions = await client.text_document_code_action_async(
                lsp.CodeActionParams(buffer.name, place, lsp.CodeActionContext([]))
            )
            fix = next(action for action in actions if action.title.startswith("Write"))
            assert fix.is_preferred
            left = await buffer.change(buffer.applied(fix.edit.changes[buffer.uri]))
        assert not left
        assert buffer.text.rstrip("\n") == (root / CARDS).read_text("utf-8").rstrip("\n")

    session(work)


def test_completion_knows_what_is_a_name_here(root):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        place = buffer.at("draw_designs(1)", 6)
        items = await client.text_document_completion_async(lsp.CompletionParams(buffer.name, place))
        names = {item.label: item for item in items}
        assert {"draw_designs", "gain", "choose"} <= set(names)
        assert names["draw_designs"].documentation
        assert "cash" not in names
        await buffer.change(buffer.text.replace("draw_designs(1)", "discard me.", 1))
        place = buffer.at("discard me.", len("discard me."))
        items = await client.text_document_completion_async(lsp.CompletionParams(buffer.name, place))
        assert "cash" in {item.label for item in items}
        assert "draw_designs" not in {item.label for item in items}

    session(work)


@pytest.mark.slow
def test_help_definitions_references_and_outline(root):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        place = buffer.at("draw_designs(1)", 2)
        hover = await client.text_document_hover_async(lsp.HoverParams(buffer.name, place))
        assert "**action** `draw_designs(" in hover.contents.value
        (definition,) = await client.text_document_definition_async(lsp.DefinitionParams(buffer.name, place))
        target = Path(definition.uri.removeprefix("file://").replace("%20", " "))
        assert target.name.endswith(".yaml")
        uses = await client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(include_declaration=False), buffer.name, place)
        )
        assert len(uses) > 3
        outline = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(buffer.name))
        cards = next(symbol for symbol in outline if symbol.name == "cards")
        assert "creative-designer" in {symbol.name for symbol in cards.children}
        card = buffer.at("creative-designer:", 3)
        hover = await client.text_document_hover_async(lsp.HoverParams(buffer.name, card))
        assert "Creative Designer" in hover.contents.value

    session(work)


@pytest.mark.slow
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_columns_count_in_utf_16_and_line_ends_do_not_matter(root, line_end):
    async def work(client):
        text = (root / CARDS).read_text("utf-8").replace("\n", line_end)
        block = line_end.join(("do: |", '            may "🎲🎲": draw_desings(1)'))
        text = text.replace("do: draw_designs(1)", block, 1)
        buffer = Buffer(client, root / CARDS, text)
        (finding,) = await client.findings(buffer.uri)
        begin = buffer.at("draw_desings")
        assert (finding.range.start.line, finding.range.start.character) == (begin.line, begin.character)

    session(work)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", ":", "cards: [", "\t", "a: &x b"])
def test_a_broken_buffer_is_findings_and_the_last_names_stay(root, text):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        found = await buffer.change(text)
        assert found
        items = await client.text_document_completion_async(
            lsp.CompletionParams(buffer.name, lsp.Position(0, 0))
        )
        assert "draw_designs" in {item.label for item in items}
        await client.text_document_hover_async(lsp.HoverParams(buffer.name, lsp.Position(0, 0)))

    session(work)


@pytest.mark.slow
def test_formatting_is_that_of_the_command(root):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        await buffer.change(buffer.text.replace("draw_designs(1)", "draw_designs( 1 )", 1))
        options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
        edits = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(buffer.name, options)
        )
        assert "draw_designs(1)" in buffer.applied(edits)
        assert "draw_designs( 1 )" not in buffer.applied(edits)

    session(work)


@pytest.mark.slow
def test_a_change_in_one_file_shows_in_another_and_goes_with_it(root):
    async def work(client):
        cards = Buffer(client, root / CARDS)
        await client.findings(cards.uri)
        path = next(
            path for path in (root / "rules").rglob("*.yaml") if "draw_designs(" in path.read_text("utf-8")
        )
        rules = Buffer(client, path)
        await client.findings(rules.uri)
        client.found.clear()
        await rules.change(rules.text.replace("draw_designs(n is", "take_designs(n is"))
        told = [each.message for found in client.found.values() for each in found]
        assert any("draw_designs" in message for message in told)
        where = next(uri for uri, found in client.found.items() if found)
        assert not await rules.change(path.read_text("utf-8"))
        assert not await client.findings(where)

    session(work)


@pytest.mark.slow
def test_words_have_colours_and_cards_a_hint_in_english(root):
    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        made = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(buffer.name))
        lines, line, start, colours = buffer.text.split("\n"), 0, 0, {}
        for down, right, length, colour, _ in zip(*[iter(made.data)] * 5, strict=True):
            line, start = line + down, right + (0 if down else start)
            colours.setdefault(lines[line][start : start + length], set()).add(COLOURS[colour])
        assert colours["draw_designs"] == {"function"}
        assert colours["gain"] == {"keyword"}
        assert "property" in colours["cash"]
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines), 0))
        hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(buffer.name, whole))
        card = buffer.at("creative-designer:").line
        assert any(hint.position.line == card and "Design" in hint.label for hint in hints)

    session(work)


@pytest.mark.slow
def test_a_playthrough_is_checked_against_the_game_as_it_is_written(root):
    async def work(client):
        path = root / "tests" / "playthroughs" / "first.yaml"
        path.parent.mkdir(parents=True)
        path.write_text("game: pret-a-porter\nplayers: [Anna, Matt]\nmoves: []\nstop: yes\n", "utf-8")
        script = Buffer(client, path)
        await client.findings(script.uri)
        found = await script.change(script.text.replace("moves: []", "moves:\n  - expect: Anna.csah == 3"))
        assert any("csah" in each.message for each in found)

    session(work)


@pytest.mark.slow
def test_one_card_of_a_large_game_is_read_again_quickly(root):
    """No limit is held here; the figure is printed for whoever asks, and stands in docs/editors.md."""

    async def work(client):
        buffer = Buffer(client, root / CARDS)
        await client.findings(buffer.uri)
        spent = []
        for number in range(6):
            begin = time.perf_counter()
            await buffer.change(buffer.text + f"# {number}\n")
            spent.append(time.perf_counter() - begin)
        print(f"from a change to its findings: {sorted(spent)[len(spent) // 2] * 1000:.0f} ms")

    session(work)
