"""The registry of findings: every code with its title, its severity and one sentence that explains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """What is known about one code: a short title, its severity, and one sentence of explanation."""

    code: str
    title: str
    severity: Severity
    explanation: str


# Hundreds are the stages of the pipeline, so a code tells where its finding was made. A code is never reused.
_ERRORS = """
RW001 | file not found | the file does not exist where it was looked for
RW002 | not a file | a folder or a device stands where a file was wanted
RW003 | file cannot be read | the system refuses to open or read the file
RW004 | not UTF-8 | the file holds bytes that are not UTF-8 text
RW005 | empty file | the file holds nothing but blanks and comments
RW006 | forbidden character | the text holds a control character or another invisible character that no rule needs
RW007 | tab in the indentation | YAML does not allow tabs for indentation, because editors show them differently
RW008 | broken YAML | the text is not valid YAML, so nothing behind that place can be understood
RW009 | key given twice | a mapping names the same key twice, and only one of the two values could count
RW010 | several documents | a file holds one document; a second one needs a file of its own
RW011 | not a mapping | the file must consist of keys with values, not of a list or a single text
RW012 | unusable key | a key must be a single, non-empty text or number on one line
RW013 | anchor or alias | anchors (&name) and aliases (*name) are not used here: every value is written out where it stands
RW014 | merge key | the merge key << is not used here: every key is written out where it stands
RW015 | tag or directive | YAML tags (!name) and directives (%NAME) are not used here: plain values are enough
RW016 | file too large | the file is larger than any sensible content file
RW017 | nested too deep | the file nests lists and mappings deeper than any sensible content file
RW018 | content not found | the folder of the rules or of the cards, or the game asked for, does not exist

RW101 | unknown key | a key stands where no such key is known
RW102 | missing key | a key that is always needed here is missing
RW103 | wrong sort of value | the value is of another sort than wanted, such as a list in place of a number
RW104 | value not allowed | only a few values are possible here, and this is none of them
RW105 | number out of range | the number is smaller or larger than possible here
RW106 | wrong form | the text or name does not have the form that is wanted here
RW107 | wrong number of entries | a list or mapping has too few or too many entries
RW108 | keys that do not go together | two keys exclude each other or need each other
RW109 | text cut at a comma | inside { } a comma ends the value, so the rest of the text became a key of its own
RW110 | entry given twice | a list names the same entry twice
RW111 | newer language | the game is written in a version of the language that is newer than this program
RW112 | key of an older language | the key has another name since a version of the language

RW201 | unknown name | the name is neither declared by the game nor known to the language
RW202 | name declared twice | two declarations use the same name
RW203 | name already in use | a name may not hide another one that can be seen at the same place
RW204 | ambiguous name | the name could mean several things here
RW205 | wrong sort of name | the name exists but means something else than is wanted here
RW206 | unknown field | the thing has no such field, state, counter or zone
RW207 | wrong number of arguments | more or fewer arguments are given than the declaration asks for
RW208 | unknown argument | the declaration has no parameter of that name
RW209 | argument given twice | one parameter gets two values
RW210 | reserved name | the name belongs to the language and cannot be declared
RW212 | nobody acts here | the effect needs somebody who acts, and nobody does at this place
RW213 | name not known yet | the name gets its value only later, or in another block
RW214 | unknown kind | no such kind of component is declared
RW215 | unknown component | no component has this id
RW216 | unknown window | no such window is declared
RW217 | unknown zone | no such zone is declared
RW218 | unknown phase | no such phase is declared
RW219 | field without a value | a component lacks a value for a field of its kind
RW220 | field not declared | a component has a field that its kind does not declare
RW221 | wrong number of columns | a row has more or fewer entries than there are columns
RW222 | side that does not exist | a component describes a side that its kind does not have
RW223 | declared but incomplete | a declaration lacks something that another one needs from it
RW224 | origin for nothing | an origin is stated for a field that does not exist
RW225 | table without a key | a table is asked for a key that it lacks, and it has no `otherwise`
RW226 | file for another game | the file says it belongs to another game than its folder
RW227 | type not understood | the text that should name a type names none
RW228 | recursion | a value or an action needs itself
RW229 | nothing to replace | the card cannot take the place of the one that it names
RW230 | names too much alike | two names differ in `-`, `_` and capital letters only, and whoever reads one may think of the other
RW231 | name in unusual letters | the name has letters or digits that are read as others, such as raised ones
RW232 | formulas too deep | a value leads through more values and formulas within one another than any sensible rule
RW233 | unknown origin | the game declares no origin of this name
RW234 | word of an older language | the word has another name since a version of the language

RW301 | effect not understood | the text does not follow the grammar of the effect language
RW302 | character not understood | the effect holds a character that the language does not know
RW303 | indentation not understood | a line of an effect is indented to no block that is open
RW304 | block missing | a line that ends in a colon needs an indented block, or a block needs its colon
RW305 | effect unfinished | the text ends in the middle of an effect
RW306 | minus without blanks | a hyphen belongs to a name; a minus has blanks on both sides
RW307 | typographic character | a curly quote, a special blank or a long dash stands where a plain one is wanted
RW308 | common slip | the text is a well-known slip, and the right form is known
RW309 | quote not closed | a quoted text inside an effect is not closed on its line
RW310 | text template not understood | the braces of a text template do not hold a formula
RW311 | effect too large | an effect is longer or nested deeper than any sensible rule
RW312 | empty effect | nothing stands where an effect or a formula is wanted
RW313 | head not understood | the head of a declaration does not read like name(parameter, parameter)
RW314 | capital letters | the words of the language and the names of a game are written in small letters

RW401 | wrong type | the formula gives another type than is wanted here
RW402 | may be none | the value may be none, and no test around this place says that it is not
RW403 | cannot be compared | the two sides of a comparison are of different types
RW404 | not a number | arithmetic and amounts need numbers
RW405 | not a condition | a condition must be something that is true or not
RW406 | not a list | a list, a zone or an enum is wanted here
RW407 | cannot be set | only counters, states and the turn order can be set
RW408 | not a counter | amounts are gained, paid and lost in counters
RW409 | counter needs an index | the counter is kept separately for each value of an enum, or is not
RW410 | zone does not take it | the zone can never hold this kind of component
RW411 | cannot be done to this kind | this kind of component cannot be flipped, discarded or moved like that
RW412 | list of mixed types | the entries of a list must have one type
RW413 | cannot be indexed | the value is no list, table or indexed counter
RW414 | cannot be run | only an effect field can be run
RW415 | nothing to choose from | the source of a choice is always empty
RW416 | a whole zone needs all | moving every component of a zone is written with `all`
RW417 | a component is wanted | the effect needs a component or a list of components

RW501 | unknown game | no game of this name exists
RW502 | wrong number of players | the game cannot be played by that many
RW503 | unknown player | nobody of this name plays
RW504 | illegal move | the move is not among the choices at this moment
RW505 | ambiguous move | the move is the beginning of several choices
RW506 | wrong player | somebody else has to choose at this moment
RW507 | move after the end | the game is over before this line
RW508 | prompt left open | the script ends while somebody still has to choose
RW509 | expectation failed | what the script expects is not so
RW510 | impossible position | the stated position cannot be reached or does not exist
RW511 | unknown option | the game has no such option, or the option has no such value
RW512 | unknown bots | the order to the bots is not understood
RW513 | rule failed | an effect could not be carried out, which is a fault of the content
RW514 | rule does not end | a rule takes more steps without a decision, or the game more decisions, than any sensible one, so it never ends
RW515 | line never reached | a line of the script is never reached
RW516 | transcript changed | the transcript differs from its snapshot
RW517 | unknown pack | the playthrough names a pack that cannot be used
RW518 | number too large | a product, a counter, a state or the range of a draw has become larger than any sensible game needs
RW519 | no transcript to compare with | the transcript that is kept is damaged, or where CI is set there is none
RW520 | chance drawn otherwise | the recording was made when chance was drawn in another way, so its seed brings another game
RW521 | impossible chance | what the playthrough states of chance has no such name, cannot come out so, or is not asked for at this moment
"""

_WARNINGS = """
RW601 | declared but never read | nothing of the game reads what is declared here, so it might as well not be there
RW602 | can never be used | an ability, a change or a side waits for what never happens
RW603 | never reached | no round of the game comes to this phase, or no round is of this kind
RW604 | file not read | a file lies among the content and is not read
RW605 | never anything to choose from | what is chosen from here is always empty, perhaps with some numbers of players only
RW606 | wrong with some players | with some numbers of players the number here does not fit, or the table lacks its key
RW607 | comment not understood | a comment that begins with `rulewright:` reads `ignore CODE REASON`, with the code of a warning
RW608 | nothing to ignore | the finding that this comment asks to ignore is not made there
RW609 | printed otherwise | the words printed on the card tell other numbers than its effects, or another freedom to choose
RW610 | secret given away | an effect behind a choice of a secret phase shows the others what was chosen
RW611 | nothing is secret | a phase is marked as secret, but nobody chooses anything in it
RW612 | change for nobody | the change is for what its owner or the opponents own, but nobody owns what the value is about
RW620 | nothing checked | the playthrough makes no move and expects nothing, so it shows nothing
RW621 | can fall below 0 | a card can bring a value below 0 that is used as an amount, and no amount is
RW622 | never ends, or never happens | nothing can end this loop, or something is done fewer times than once
RW623 | text cut at a remark | a plain text ends at a blank and a number sign, though it seems to go on behind it
RW624 | another player's me | inside `as PLAYER:`, `me` is that player, where a value of the one outside may be meant
RW625 | offered for nothing | a player is asked about an effect also where it brings nothing
"""


def _read(table: str, severity: Severity) -> dict[str, CodeInfo]:
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in table.splitlines() if line.strip()]
    read = {code: CodeInfo(code, title, severity, explanation) for code, title, explanation in rows}
    assert len(read) == len(rows), "a code stands twice"
    return read


CODES: dict[str, CodeInfo] = _read(_ERRORS, "error") | _read(_WARNINGS, "warning")
