"""Reads and checks the files of one game: rules and cards, section by section, into the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.interpreter.content.alike_names import find_alike_names
from rulewright.interpreter.content.boards import BoardWriter
from rulewright.interpreter.content.card_digest import rules_digest
from rulewright.interpreter.content.card_enums import fill_card_enums
from rulewright.interpreter.content.card_files import CardFinder, check_name_space
from rulewright.interpreter.content.cards import CardReader
from rulewright.interpreter.content.declare import DeclarationReader
from rulewright.interpreter.content.deep_values import find_deep_values
from rulewright.interpreter.content.former_names import read_former_names
from rulewright.interpreter.content.heads import HeadReader
from rulewright.interpreter.content.looks import LooksReader
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import ContentFile, Pack
from rulewright.interpreter.content.reading import Reading
from rulewright.interpreter.content.renewing import add_renewals, find_without_end
from rulewright.interpreter.content.sections import Sections, as_number, child, is_whole_number, items, scalar
from rulewright.interpreter.content.standing import standing_of
from rulewright.interpreter.content.texts import TextChecks
from rulewright.interpreter.content.viewers import ViewerReader
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, list_of
from rulewright.interpreter.language_versions import CURRENT
from rulewright.interpreter.source import MappingNode, ScalarNode
from rulewright.interpreter.source.remarks import find_cut_at_remarks


class Loader:
    """One run over the files of a game: `shapes` takes findings about YAML and keys, `meaning` all others."""

    def __init__(
        self,
        name: str,
        root: Path,
        packs: tuple[Pack, ...],
        shapes: Findings,
        meaning: Findings,
        reading: Reading | None = None,
    ) -> None:
        self.reading = reading or Reading()
        self.name = name
        self.root = root
        self.packs = packs
        self.shapes = shapes
        self.findings = meaning
        self.declared = Declarations()
        self.sections = Sections(shapes)
        self.texts = TextChecks(self.declared, meaning)
        self.card_files: list[MappingNode] = []
        self.rules: dict[str, str] = {}

    def load(self, files: Sequence[ContentFile], digest: str) -> Game | None:
        """Return the game that these files make, in this order; `digest` tells their content. None after an error."""
        for file in files:
            self._file(file)
        self._frame(files)
        low, high = self._players()
        finder = CardFinder(self.texts.world, (low, high), {file.shown: file.pack for file in files})
        BoardWriter(self.sections, self.findings).write()
        declarations = DeclarationReader(self.sections, self.texts.world)
        declarations.read()
        finder.components(self.sections)
        for root in self.card_files:
            finder.file(root)
        finder.settle()
        finder.implied(self.sections)
        fill_card_enums(self.texts.world, self.sections.mapped["enums"], finder.found)
        declarations.read_typed()
        heads = HeadReader(self.sections, self.texts)
        heads.read_heads()
        check_name_space(self.declared, self.findings)
        find_alike_names(self.declared, self.findings)
        finder.check_copies()
        reader = CardReader(self.texts, self._origins())
        heads.read_bodies()
        ViewerReader(self.sections, self.texts).read()
        cards = tuple(reader.read(source, position) for position, source in enumerate(finder.found))
        last_round, round_kinds = declarations.rounds()
        until, must_end = self._until()
        add_renewals(self.declared, round_kinds, self.findings)
        setup = self._block("setup")
        ending = self._block("ending")
        rank, rank_by = self._result()
        won, team = self._of_result("won", FLAG), self._of_result("team", None)
        estimate = self._estimate()
        former = read_former_names(self.sections, self.declared, self.findings)
        looks = LooksReader(self.sections, self.declared, self.findings).read()
        self.texts.check_actors()
        find_without_end(self.declared, self.texts.world.turns_end, self.findings)
        finder.check_hidden()
        declared = self.declared
        changes = {name: tuple(found) for name, found in reader.changes.items()}
        if not self.findings.errors:
            find_deep_values(declared.values, changes, self.findings)
        if rank is None or self.shapes.errors or self.findings.errors:
            return None
        game = Game(
            id=self.name,
            title=self._text("title") or self.name,
            root=self.root,
            packs=self.packs,
            min_players=low,
            max_players=high,
            digest=digest,
            files=tuple(file.shown for file in files),
            rules=self.rules,
            origins=self._origins(),
            enums=declared.enums,
            options=declared.options,
            kinds=declared.kinds,
            cards=cards,
            counters=declared.counters,
            state=declared.state,
            zones=declared.zones,
            player_zones=declared.player_zones,
            component_zones=declared.component_zones,
            discards=declared.discards,
            tables=declared.tables,
            last_round=last_round,
            until=until,
            must_end=must_end,
            round_kinds=round_kinds,
            phases=declared.phases,
            windows=declared.windows,
            actions=declared.actions,
            values=declared.values,
            setup=setup,
            ending=ending,
            rank=rank,
            rank_by=rank_by,
            won=won,
            team=team,
            standing=standing_of(rank, rank_by[0], won),
            estimate=estimate,
            changes=changes,
            abilities=tuple(reader.abilities),
            looks=looks,
            former=former,
        )
        if reader.printed:
            # English stands beyond the content; it is asked only for what a card has in words.
            from rulewright.interpreter.english.printed import Printed, find_misprints

            find_misprints(game, [Printed(*words) for words in reader.printed], self.findings)
        return game

    # ------------------------------------------------------------ files
    def _file(self, file: ContentFile) -> None:
        broken, shapes = Findings(), Findings()
        node = self.reading.yaml(file.path, file.shown, broken)
        self.shapes.extend(broken)
        if node is None:
            return
        find_cut_at_remarks(node, self.reading.bytes_of(file.path).decode("utf-8", "replace"), self.findings)
        of_cards = bool({"kind", "cards", "rows", "columns"}.intersection(node.keys()))
        self.reading.shape(node, "cards" if of_cards else "rules", shapes)
        # What the file could not be read with may leave a list empty: that is no second mistake.
        self.shapes.extend(found for found in shapes if not broken or found.code != "RW107")
        if of_cards:
            self.card_files.append(node)
        else:
            self._digest_of(file, node)
            self.sections.take(node, of_pack=bool(file.pack))

    def _digest_of(self, file: ContentFile, node: MappingNode) -> None:
        """Keep what tells the texts of a file of rules apart; one about the estimate alone changes nothing in play."""
        keys = set(node.keys())
        if "estimate" not in keys or not keys <= {"estimate", "values"}:
            self.rules[f"{file.pack}/{file.inner}" if file.pack else file.inner] = rules_digest(node)

    def _frame(self, files: Sequence[ContentFile]) -> None:
        """See that the game says what every game says: its name, its language, its players, rounds and result."""
        first = files[0].shown if files else f"rules/{self.name}"
        main = f"rules/{self.name}/game.yaml"
        place = Span(main if self.root.joinpath(main).is_file() else first, 1, 1, 2)
        for name in ("language", "game", "players", "rounds", "result"):
            if name not in self.sections.single and not self.shapes.errors:
                self.shapes.add("RW102", place, f"no file of the game has the key `{name}:`")
        for node in self.sections.languages:
            if as_number(node, CURRENT) > CURRENT:
                message = (
                    f"this is written in version {node.text} of the language, and this program reads versions up"
                    f" to {CURRENT}: a newer version of rulewright is needed"
                )
                self.shapes.add("RW111", node.span, message)
        game = self.sections.texts("game")
        if game is not None and game.text != self.name:
            message = f"the file says `{game.text}`, but its folder is named `{self.name}`"
            self.findings.add("RW226", game.span, message, self.name)

    # ------------------------------------------------------------ single sections
    def _origins(self) -> dict[str, str]:
        """Return the origins that the rules declare, each with what it stands for."""
        return {
            entry.key.text: entry.value.text if isinstance(entry.value, ScalarNode) else ""
            for entry in self.sections.mapped["origins"]
        }

    def _text(self, name: str) -> str:
        node = self.sections.texts(name)
        return node.text if node is not None else ""

    def _players(self) -> tuple[int, int]:
        words = self._text("players").split()
        numbers = [int(word) for word in words if is_whole_number(word)]
        if not numbers:
            return 1, 1
        if numbers[0] > numbers[-1]:
            least, most = sorted((numbers[0], numbers[-1]))
            message = f"the smaller number of players comes first, but `{self._text('players')}` stands here"
            place = self.sections.single["players"].value.span
            self.findings.add("RW106", place, message, f"{least} to {most}")
            return least, most
        return numbers[0], numbers[-1]

    def _block(self, name: str) -> c.Block:
        """Check the effect of a section: the game's own, and what packs put behind it."""
        own = self.sections.single.get(name)
        found: list[c.Stmt] = []
        for entry in ([own] if own is not None else []) + self.sections.behind[name]:
            node = scalar(entry.value) or scalar(child(entry.value, "do"))
            found.extend(self.texts.effect(node, Scope()))
        return tuple(found)

    def _until(self) -> tuple[c.Expr | None, bool]:
        """Return the condition that ends the rounds, and whether it, or a rule, has to end them."""
        entry = self.sections.single.get("rounds")
        node = child(entry.value, "until") if entry is not None else None
        if entry is None or node is None:
            return None, entry is not None and child(entry.value, "at most") is not None
        return self.texts.formula(scalar(node), Scope(), FLAG), True

    def _result(self) -> tuple[c.Expr | None, tuple[c.Expr, ...]]:
        entry = self.sections.single.get("result")
        if entry is None:
            return None, ()
        rank = self.texts.formula(scalar(child(entry.value, "rank")), Scope(), list_of(PLAYER))
        keys: list[c.Expr] = []
        for node in items(child(entry.value, "by")):
            key = self.texts.formula(scalar(node), Scope({"player": PLAYER}), NUMBER)
            if key is not None:
                keys.append(key)
        return rank, tuple(keys)

    def _of_result(self, key: str, wanted: Type | None) -> c.Expr | None:
        """Check what the result asks of a player beside the numbers."""
        entry = self.sections.single.get("result")
        node = child(entry.value, key) if entry is not None else None
        if node is None:
            return None
        found = self.texts.formula(scalar(node), Scope({"player": PLAYER}), wanted)
        if found is not None and wanted is None and found.type.base in ("list", "text", "effect"):
            message = "a team is a number, a flag, a player, a value of an enum or a component"
            message += f", but this is {found.type}"
            self.findings.add("RW401", found.span, message)
        return found

    def _estimate(self) -> c.Expr | None:
        """Check the formula that tells bots how good a position is."""
        entry = self.sections.single.get("estimate")
        if entry is None:
            return None
        return self.texts.formula(scalar(entry.value), Scope({"player": PLAYER}), NUMBER)
