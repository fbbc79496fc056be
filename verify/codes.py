"""The finding codes: one closed table, never reused. `rawcheck explain CODE` prints an entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Code:
    """A finding code: its number, how grave it is, what it means and what to do."""

    id: str
    level: Literal["error", "warning", "note"]
    title: str
    means: str
    do: str


_TABLE = (
    # Reading
    Code(
        "RC101",
        "error",
        "The file cannot be read",
        "It is missing, a folder, binary, or not text in any encoding that is tried.",
        "Give a text file: markdown, or plain text with tables.",
    ),
    Code(
        "RC102",
        "note",
        "The file is not UTF-8",
        "It was read in another encoding, so single characters may be wrong.",
        "Save it as UTF-8.",
    ),
    Code(
        "RC103",
        "note",
        "A row has more or fewer cells than the header",
        "Cells of such a row may stand under the wrong heading.",
        "Give each row as many cells as the header; an empty cell is fine.",
    ),
    Code(
        "RC104",
        "warning",
        "The text is damaged and was reconstructed",
        "A scanner ran cells together, lost a row break, or took one character for another. The value that was"
        " checked is the reconstructed one, not what is printed.",
        "Compare with the book and repair the text.",
    ),
    Code(
        "RC105",
        "warning",
        "The text is damaged and cannot be reconstructed",
        "Something is lost, so the value was not checked.",
        "Look it up in the book and repair the text.",
    ),
    Code(
        "RC106",
        "note",
        "Nothing in the document was recognised",
        "No table and no sentence of it states a rule that the engine knows.",
        "Nothing, if it is about something else. Otherwise use the book's names for tables, rows and columns.",
    ),
    Code(
        "RC107",
        "warning",
        "A line is too long to be text",
        "It was left out; the other lines were checked.",
        "Break the line, or leave out what is no text.",
    ),
    Code(
        "RC108",
        "warning",
        "The document is about another game",
        "It names another game and no Traveller, and more of it differs than agrees, so what looks like our rules is"
        " likely not meant to be.",
        "Nothing; name the game in the document if it is about this one.",
    ),
    Code(
        "RC109",
        "note",
        "Rules of the house were left out",
        "What a document marks as house rules, or puts under a heading that says so, is not compared with the book.",
        "Nothing, if they are meant to depart from the book.",
    ),
    Code(
        "RC110",
        "note",
        "A source was not read, or not wholly",
        "It is too large, cannot be opened, or does not parse. What could be read of it was checked.",
        "Nothing, if nothing in it states a rule.",
    ),
    Code(
        "RC111",
        "error",
        "A reader failed on a source",
        "This is a fault of rawcheck and not of the source, of which nothing was checked. The run goes on and ends with"
        " exit code 2.",
        "Report it with the file, or exclude the file until it is mended.",
    ),
    # Values
    Code(
        "RC201",
        "error",
        "A value differs from the rules as written",
        "The source states a rule with another value than the book, on a point that nobody contests.",
        "Correct the value, or say that it is a house rule.",
    ),
    Code(
        "RC202",
        "error",
        "A value has the wrong unit or kind",
        "What stands there is not a value of the kind that the rule has: credits for megacredits, a DM for a number"
        " of dice, tons for a percentage.",
        "Write the value with its unit, as the book prints it.",
    ),
    Code(
        "RC203",
        "warning",
        "A contested value",
        "The value differs from what is followed here, on a point where references or public implementations disagree."
        " The ruling says who says what.",
        "Read the ruling (`rawcheck explain` and its number) and decide which reading you follow.",
    ),
    Code(
        "RC204",
        "note",
        "A difference between editions",
        "The value is that of another edition of the book, which the source follows.",
        "Nothing, if that edition is meant.",
    ),
    Code(
        "RC205",
        "warning",
        "Only a part of the rule is stated",
        "What is stated is right, and the book says more: a second effect, or a limit.",
        "Add the rest.",
    ),
    Code(
        "RC206",
        "warning",
        "Two bands share an edge",
        "The band begins where the one before it ends, so that this one result is in both; otherwise it is right.",
        "Let the band begin one later, as the book has it.",
    ),
    Code(
        "RC207",
        "note",
        "A value may differ from the rules as written",
        "A table in code looks like a rule table and differs from it, but its names and surroundings do not settle that"
        " it is meant to be that rule.",
        "Nothing, if it is another rule; a telling name for the table settles it.",
    ),
    # Tables
    Code(
        "RC301",
        "warning",
        "A row of the table is missing",
        "The table is known, and the source states nothing for one of its rows, here or elsewhere.",
        "Add the row.",
    ),
    Code(
        "RC302",
        "note",
        "A column of the table is missing",
        "The table is known, and the source states nothing for one of its columns, here or elsewhere.",
        "Add the column if the document is meant to be complete.",
    ),
    Code(
        "RC303",
        "warning",
        "A row does not belong to the table",
        "The table is known and has no such row in the book.",
        "Check the name of the row; if it is an addition of your own, move it to your house rules.",
    ),
    Code(
        "RC304",
        "note",
        "The table is not recognised",
        "No rule table has these rows and columns, so nothing in it was checked.",
        "If it is a rule table, use the book's names for rows and columns.",
    ),
    Code(
        "RC305",
        "warning",
        "The cell cannot be read",
        "What stands in the cell is not a value of the column's kind, in any notation that is known.",
        "Write the value as the book prints it.",
    ),
    Code(
        "RC306",
        "error",
        "A row has the wrong name",
        "It stands where another row of the table belongs, which is nowhere else.",
        "Correct the name or the number at the head of the row.",
    ),
    Code(
        "RC307",
        "note",
        "The column is not checked",
        "The table is known, and this column of it is not.",
        "Use the book's heading if the column is a rule.",
    ),
    Code(
        "RC308",
        "error",
        "The cell is empty",
        "The table is known, and the rule that belongs in this cell has a value.",
        "Fill in the value.",
    ),
    Code(
        "RC309",
        "note",
        "The wording differs",
        "The cell or sentence says in words what the engine says in other words; only a person can compare them.",
        "Compare them by eye.",
    ),
    Code(
        "RC310",
        "error",
        "A column has the wrong heading",
        "Its values are those of another column of the table.",
        "Correct the heading.",
    ),
    # Claims
    Code(
        "RC401",
        "error",
        "A figure in the text is wrong",
        "A mean, a chance, a percentage or another figure that follows from the rules was worked out exactly, and the"
        " printed one is not what it rounds to.",
        "Correct the figure.",
    ),
    Code(
        "RC402",
        "error",
        "A worked example is wrong",
        "The example does not come out when it is worked with the rules.",
        "Work it again.",
    ),
    Code(
        "RC403",
        "warning",
        "A page is wrong",
        "The cite is not where the rule stands.",
        "Correct the page.",
    ),
    Code(
        "RC404",
        "note",
        "A worked example is loose",
        "The example comes out, but its figures do not fit each other exactly: another input gives the same result.",
        "Use the figure that fits.",
    ),
    Code(
        "RC405",
        "warning",
        "A ruling is named that is about something else",
        "The number of the ruling beside a statement is not that of the ruling on its rule.",
        "Correct the number.",
    ),
    # Sense
    Code(
        "RC501",
        "error",
        "The bands leave a gap",
        "Some result lies in no band of the table.",
        "Close the gap.",
    ),
    Code(
        "RC502",
        "error",
        "The bands overlap",
        "Some result lies in two bands of the table.",
        "Say to which band it belongs.",
    ),
    Code(
        "RC503",
        "error",
        "A step of the ladder is wrong",
        "The values of the table go up or down by a fixed step, and one does not.",
        "Check the value against its neighbours.",
    ),
    Code(
        "RC504",
        "error",
        "The values are out of order",
        "The values of the table only go one way, and one goes back.",
        "Check the value against its neighbours.",
    ),
    Code(
        "RC505",
        "error",
        "The errata log calls a right value wrong",
        "What the log lists as the old, wrong value is the value of the book, or not the error that was recorded.",
        "Check the log's row.",
    ),
    Code(
        "RC507",
        "warning",
        "The document contradicts itself",
        "It states the same thing twice, and not alike.",
        "Settle on one, and correct the other.",
    ),
    Code(
        "RC508",
        "warning",
        "The numbers of a list are out of order",
        "The items of a numbered list do not count up from 1.",
        "Number them again.",
    ),
    # Documents against each other
    Code(
        "RC601",
        "warning",
        "Documents disagree",
        "Two of the documents state a rule differently. Each statement and its place is listed, with the ruling that"
        " settles the point.",
        "Read the ruling and decide which you follow.",
    ),
    # Mechanics in code
    Code(
        "RC801",
        "error",
        "A sensor lock gives a flat DM",
        "The code adds a number to the roll under a sensor lock. The 2016 rules give attacks a Boon: three dice,"
        " the best"
        " two count. The 2022 Core Rulebook has DM+2, so this is contested.",
        "Roll with a Boon, or say that the game follows the 2022 book.",
    ),
    Code(
        "RC802",
        "error",
        "High Yield adds a die",
        "The code adds a die of damage for High Yield. It only lets each 1 on the damage dice count as a 2, which is"
        " worth 4.8 %.",
        "Turn the ones into twos; Very High Yield turns ones and twos into threes.",
    ),
    Code(
        "RC803",
        "error",
        "Called shots in space combat",
        "The code lets a gunner choose the location of a critical hit. The 2016 rules roll 2D for it; the 2022 Core"
        " Rulebook has called shots at Short range or less, so this is contested.",
        "Roll 2D on the table of locations, or say that the game follows the 2022 book.",
    ),
    Code(
        "RC804",
        "error",
        "Upgrades are bought with slots",
        "The code counts slots for the upgrades of a component. The book gives Advantages by the technology level above"
        " the least one, three at most.",
        "Count Advantages, as the table of prototype and advanced components has them.",
    ),
    Code(
        "RC805",
        "error",
        "The severity of a critical comes from the Effect",
        "The code works out the severity from the Effect of the attack. The 2016 rules take the damage, divided"
        " by 10 and"
        " rounded up; the 2022 Core Rulebook takes the Effect less 5, so this is contested.",
        "Divide the damage by 10 and round up, or say that the game follows the 2022 book.",
    ),
    Code(
        "RC806",
        "error",
        "The severity of a critical only counts hits",
        "Each critical on a location raises its severity by 1, and nothing in the source takes the damage into"
        " account.",
        "Divide the damage by 10 and round up; count on from the old severity only where the new one is not higher.",
    ),
    Code(
        "RC807",
        "error",
        "An ion weapon takes Power for good",
        "The code takes Power away and never gives it back. The loss ends when the target's next actions are"
        " done, after"
        " D3 rounds if the Effect was 6 or more.",
        "Keep the loss apart from the Power of the ship, with the round in which it ends.",
    ),
    Code(
        "RC808",
        "error",
        "A barbette without its damage multiple",
        "The codebase takes a multiple of 1 where a weapon has none, and this barbette has none: its damage is a"
        " third of"
        " what it should be.",
        "Give the weapon its multiple: 3 for a barbette.",
    ),
    Code(
        "RC809",
        "error",
        "The damage of linked weapons is wrong",
        "Weapons of one type in a turret fire as one: the damage of one of them, and +1 per die for each further one.",
        "Work it out: three linked pulse lasers do 2D+4, three beam lasers 1D+2.",
    ),
    Code(
        "RC810",
        "error",
        "The location of a critical is picked from another list",
        "The code has a list of places for critical hits that is not the table of eleven, so that it cannot be"
        " rolled on 2D.",
        "Use the table of locations, from Sensors on 2 to Computer on 12.",
    ),
    Code(
        "RC811",
        "warning",
        "One value stands for a whole column",
        "The code has one constant where the book has a value for each row of a table.",
        "Look the value up by the row.",
    ),
    Code(
        "RC812",
        "error",
        "A Boon or a Bane keeps the wrong dice",
        "The formula rolls three dice and keeps the wrong two: a Boon counts the best two, a Bane the worst two.",
        "Write 3d6kh2 or 3d6dl1 for a Boon, 3d6kl2 or 3d6dh1 for a Bane.",
    ),
    # Status
    Code(
        "RC701",
        "note",
        "Marked as unverified",
        "The document itself says that this still needs to be verified.",
        "Look it up and remove the mark.",
    ),
    Code(
        "RC702",
        "note",
        "Marked as ambiguous",
        "The document itself says that the rules can be read in more than one way.",
        "Read the ruling, or make one.",
    ),
    Code(
        "RC704",
        "note",
        "A number that nothing accounts for",
        "Nearly every number of the document was recognised, and this one was not: it may be no rule, or state one in"
        " words that are not known, or have lost what told its meaning.",
        "Look whether it is right; if it states a rule, say it as the book does.",
    ),
    Code(
        "RC703",
        "note",
        "A section without a mark or a page",
        "Other sections of the document say where they come from, and this one does not.",
        "Add the page, and the mark once it is verified.",
    ),
    # The gate
    Code(
        "RC901",
        "error",
        "An entry of the baseline no longer occurs",
        "The departure was repaired, or it states another value now. Were the entry kept, the old value could come back"
        " unseen.",
        "Run rawcheck gate --update-baseline and commit the baseline.",
    ),
    Code(
        "RC902",
        "error",
        "A suppression suppresses nothing",
        "What it was about is no longer found there: it was repaired, it moved, or it is no departure.",
        "Remove the remark, or put it on the line of the value, above it, or above its table.",
    ),
    Code(
        "RC903",
        "error",
        "A suppression is not understood",
        "It has no reason, names a code or a rule that there is not, or a date that is none.",
        'Write it as: rawcheck: house "why it is meant" until 2027-01-31; the date can be left out.',
    ),
    Code(
        "RC904",
        "error",
        "A suppression has expired",
        "The day until which the departure was meant is past, so it counts again.",
        "Repair the value, or give the remark a later date.",
    ),
    Code(
        "RC905",
        "error",
        "A binding finds no table",
        "The configuration says what a table is, and there is none of that name in the file any more.",
        "Correct the file or the name under [[table]], or remove it; rawcheck errata --dump lists the names.",
    ),
    Code(
        "RC906",
        "error",
        "Nothing was checked",
        "No rule was recognised in any file, so that a gate that passes would say nothing.",
        "Look at the path, include and exclude; rawcheck errata --dump tells what was looked at, and why not.",
    ),
)

CODES = {code.id: code for code in _TABLE}
"""Every code by its id."""
