"""Space combat: the actions of a round, and in which step each is done."""

from engine.rulebook.declarations import CRB, column, fact, facts, row, table
from engine.rulebook.kinds import COUNT, DM, FLAG, SHARE, SKILL, choice
from engine.rules.tasks import DIFFICULTY

# One rule to a line, as in the book, and below it what else is known of it.
# fmt: off

ACTIONS = facts(
    "space/actions", "Actions of a round", f"{CRB}160-161",
    fact("movement-uses", "Thrust", choice("Thrust", "Power", "nothing"), "What a change of range is paid with"),
    fact("aid-gunners-check", "Pilot", SKILL, "The check that aids the gunners"),
    fact("aid-gunners", "task chain", choice("task chain", "flat DM"), "What a pilot's check does for the gunners"),
    fact("improve-initiative-check", "Leadership", SKILL, "The check that improves initiative"),
    fact("improve-initiative", "Effect", choice("Effect", "one"), "What it adds to the initiative"),
    fact("improve-initiative-in", "the next round", choice("the next round", "this round"), "When that counts"),
    fact("jump-dm", "-2", DM, "An emergency jump in combat", "emergency jump dm | combat jump dm",
         constants="emergency jump dm | combat jump dm",
         in_code="JUMP DM | jump in combat dm | combat jump penalty | emergency jump penalty | jump action dm"),
    fact("overload-check", "Engineer", SKILL, "The check to overload a drive or plant"),
    fact("overload-lasts", "the next round", choice("the next round", "the combat"), "How long the gain lasts"),
    fact("overload-drive-thrust", 1, COUNT, "Thrust gained by overloading the drive", "overload drive",
         constants="overload drive thrust | overload thrust | overload drive bonus | overload thrust bonus"),
    fact("overload-drive-difficulty", "Difficult", DIFFICULTY, "How hard it is to overload a drive"),
    fact("overload-drive-mishap", -6, DM, "Effect of this or less: the drive takes a critical",
         in_code="overload drive mishap | overload drive mishap effect"),
    fact("overload-drive-severity", 1, COUNT, "Severity of the critical that the drive takes",
         in_code="overload drive severity | overload drive critical severity"),
    fact("overload-plant-power", "10%", SHARE, "Power gained by overloading the plant", "overload plant",
         constants="overload plant power | overload power | overload power bonus | overload plant bonus"),
    fact("overload-plant-difficulty", "Difficult", DIFFICULTY, "How hard it is to overload a plant"),
    fact("overload-plant-mishap", -6, DM, "Effect of this or less: the plant takes a critical",
         in_code="overload plant mishap | overload plant mishap effect"),
    fact("overload-plant-severity", 1, COUNT, "Severity of the critical that the plant takes",
         in_code="overload plant severity | overload plant critical severity"),
    fact("repair-check", "Engineer", SKILL, "The check to repair a system in combat"),
    fact("repair-difficulty", "Average", DIFFICULTY, "How hard it is to repair a system", "repair system"),
    fact("repair-dm-per-severity", "-1", DM, "DM for each point of severity",
         constants="repair dm per severity | dm per severity | repair severity dm"),
    fact("repairs-hull", "no", FLAG, "A repair in combat restores Hull"),
    fact("repairs-destroyed", "no", FLAG, "A repair in combat restores what is destroyed"),
    fact("offline-frees-power", "yes", FLAG, "A system that is taken offline frees its Power"),
    fact("electronic-warfare-jams-comms", "yes", FLAG, "Electronic warfare can jam comms"),
    fact("electronic-warfare-misdirects-missiles", "yes", FLAG, "Electronic warfare can misdirect missiles"),
)

ACTION_STEPS = table(
    "space/action-summary", "Space combat actions", f"{CRB}160-161", "Action",
    [
        column("step", "Step", choice("Manoeuvre", "Attack", "Reaction", "Actions")),
        column("by", "Who", choice("Pilot", "Gunner", "Captain", "Engineer", "Sensor Operator")),
    ],
    [
        row("Movement", "Manoeuvre", "Pilot"),
        row("Aid Gunners", "Manoeuvre", "Pilot"),
        row("Docking", "Manoeuvre", "Pilot"),
        row("Evasive Action", "Reaction", "Pilot", also="evade | evasive manoeuvres", step=56),
        row("Fire Weapons", "Attack", "Gunner", also="attack"),
        row("Point Defence", "Reaction", "Gunner"),
        row("Disperse Sand", "Reaction", "Gunner", also="sand"),
        row("Improve Initiative", "Actions", "Captain"),
        row("Jump", "Actions", "Engineer"),
        row("Offline System", "Actions", "Engineer"),
        row("Overload Drive", "Actions", "Engineer"),
        row("Overload Plant", "Actions", "Engineer"),
        row("Repair System", "Actions", "Engineer"),
        row("Sensor Lock", "Actions", "Sensor Operator"),
        row("Electronic Warfare", "Actions", "Sensor Operator"),
    ],
)
