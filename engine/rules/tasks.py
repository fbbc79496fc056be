"""Checks: difficulties, characteristics, Effect, time, Boon and Bane, tasks that hang together."""

from engine.rulebook.declarations import QUICK, SCREEN, column, fact, facts, row, table
from engine.rulebook.kinds import COUNT, DM, FLAG, POSITIVE, PROSE, RESULTS, ROLL, TARGET, choice, quantity

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

DIFFICULTIES = table(
    "checks/difficulties", "Difficulties", f"{SCREEN}Difficulty", "Difficulty",
    [
        column("", "Target", TARGET, "target number | TN | difficulty",
               unless="mod | dm | modifier | boarding | board | hack | lockpick | puzzle | encounter | enemy"
                      " | monster | mission | quest"),
    ],
    [
        row("Simple", "2+"),
        row("Easy", "4+"),
        row("Routine", "6+", ruling=23),
        row("Average", "8+", also="standard | normal"),
        row("Difficult", "10+", also="hard"),
        row("Very Difficult", "12+", also="vdifficult | very hard", ruling=23),
        row("Formidable", "14+", ruling=23),
        row("Impossible", "16+", ruling=23),
    ],
    also="difficulty levels | task difficulty | target numbers",
    near="difficulty | difficulties | target | task | check",
    own_names="Routine | Average | Difficult | Very Difficult | Formidable",
)

DIFFICULTY = choice(*(r.name for r in DIFFICULTIES.rows))

CHARACTERISTIC_DMS = table(
    "checks/characteristic-dms", "Characteristic DMs", "CRB 2016, Characteristic Modifiers", "Characteristic",
    [
        column("score", "Score", RESULTS, "value | characteristic", ruling=37),
        column("dm", "DM", DM, "modifier | bonus", ruling=37),
    ],
    [
        row("0", "0", -3),
        row("1-2", "1-2", -2),
        row("3-5", "3-5", -1),
        row("6-8", "6-8", 0),
        row("9-11", "9-11", +1),
        row("12-14", "12-14", +2),
        row("15+", "15+", +3, also="15 or more"),
    ],
    also="characteristic modifiers | stat modifiers | attribute dm | ability modifier | characteristic dm",
    near="characteristic | attribute | stat",
    where="characteristic | attribute | stat | ability | char",
)

EFFECTS = table(
    "checks/effects", "Effect of a check", f"{SCREEN}Effect", "Result",
    [
        column("effect", "Effect", RESULTS, "margin"),
        column("chain-dm", "Chain DM", DM, "task chain | task chain DM"),
    ],
    [
        row("Exceptional Failure", "-6 or less", -3),
        row("Average Failure", "-5 to -2", -2, also="failure", effect=25, chain_dm=25),
        row("Marginal Failure", "-1", -1, also="marginal fail"),
        row("Marginal Success", "0", 0, chain_dm=22),
        row("Average Success", "1 to 5", +1, also="success", chain_dm=22),
        row("Exceptional Success", "6 or more", +2, chain_dm=22),
    ],
    also="task chain | effect results | degrees of success",
    near="effect | chain",
    reach=(-12, 10),  # 2 on the dice against Formidable, 12 against Simple
)

TIMEFRAMES = table(
    "checks/timeframes", "Timeframes", f"{SCREEN}Time", "Step",
    [
        column("time", "Time", quantity("seconds", "combat rounds", "minutes", "hours", "days"),
               "timeframe | duration | increment"),
        column("example", "Example", PROSE, "e.g."),
    ],
    [
        row("Seconds", "1D seconds", "a shot, a punch, a jump", also="1D seconds"),
        row("Combat rounds", "1D combat rounds", "jump calculations in a hurry", also="1D rounds"),
        row("Tens of seconds", "1D×10 seconds", "power rerouted, a channel opened", also="1D x 10 seconds"),
        row("Minutes", "1D minutes", "first aid, simple technical work", also="1D minutes", time=24),
        row("Tens of minutes", "1D×10 minutes", "involved technical work, a full search", also="1D x 10 minutes"),
        row("Hours", "1D hours", "a shelter built, a march through the wild", also="1D hours", time=24),
        row("Four hours", "1D×4 hours", "research into a problem", also="1D x 4 hours"),
        row("Tens of hours", "1D×10 hours", "a damaged ship repaired", also="1D x 10 hours"),
        row("Days", "1D days", "one person sought in a city", also="1D days"),
    ],
    also="time increments | task timing",
)

CHECK = facts(
    "checks/check", "A check", f"{SCREEN}Difficulty",
    fact("dice", "2D", ROLL, "What a check rolls", "skill check dice | task roll",
         in_code="check dice | skill check dice | check formula"),
    fact("luck-adds", "yes", FLAG, "LUCK is added to a check"),
    fact("luck-declared", "before rolling", choice("before rolling", "after rolling"), "When LUCK is declared"),
    fact("average-difficulty", "Average", DIFFICULTY, "Unless told otherwise"),
)

BOON_AND_BANE = facts(
    "checks/boon-and-bane", "Boon and Bane", f"{SCREEN}Boon / Bane",
    fact("dice", 3, POSITIVE.of("dice"), "Dice rolled under a Boon or a Bane", "boon dice | bane dice",
         constants="boon dice | bane dice", covers=("Boon", "Bane")),
    fact("keep", 2, POSITIVE, "Dice kept of them", "boon keep | bane keep",
         in_code="boon keep | bane keep | boon dice kept", at_most="dice", covers=("Boon", "Bane")),
    fact("boon-keeps", "best", choice("best", "worst"), "Which dice a Boon keeps"),
    fact("bane-keeps", "worst", choice("best", "worst"), "Which dice a Bane keeps"),
    fact("cancel", "yes", FLAG, "A Boon and a Bane on one roll cancel out",
         ruling=41, covers=("Boon", "Bane"),
         leaves_open=("no", "how both are rolled no rule says, and it is played with the Bane alone")),
)

TASKS = facts(
    "checks/tasks", "Tasks that hang together", f"{SCREEN}Time",
    fact("dm-per-timeframe", 2, COUNT, "DM for each timeframe slower (+) or faster (-)", "timeframe dm | time dm",
         constants="timeframe step dm | dm per timeframe | timeframe dm"),
    fact("multiple-steps", 1, COUNT, "Steps of difficulty harder when several tasks are done at once", "multiple tasks",
         cite=f"{SCREEN}Doing multiple tasks"),
    fact("opposed-winner", "higher Effect", choice("higher Effect", "higher total"), "Who wins an opposed check",
         "opposed check", cite=f"{QUICK}Grappling", ruling=38),
)
