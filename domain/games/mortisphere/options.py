"""House rules as the engine reads them: one field for each option of the rulebook.

The codex says the same as data (`Option`), with rule and warnings; a test holds the two together.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from domain.house import Setting


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The value of every option, defaults first."""

    # rounds, Initiative, turns (chapters 2 to 4)
    round_limit: Literal["scenario", "unlimited", "fixed_6"] = "scenario"
    crew_value_counts: Literal["active", "deployed", "roster"] = "active"
    crew_value_includes: Literal["dice_only", "dice_and_equipment"] = "dice_only"
    initiative_roll: Literal["d20", "captain_die", "d6"] = "d20"
    multi_crew_order: Literal["ascending_value", "leader_then_seating"] = "ascending_value"
    runout: Literal["opponent_continues", "round_ends"] = "opponent_continues"
    pass_rule: Literal["hold_member", "free_pass", "must_act"] = "hold_member"  # noqa: S105  no secret
    noncombat_timing: Literal["takes_turn", "before_clash"] = "takes_turn"
    noncombat_group: Literal["one_member", "same_area_group"] = "one_member"

    # declaring and answering a Clash (chapters 5 and 6)
    target_incapacitated: Literal["forbidden", "finish_off"] = "forbidden"
    respond_scope: Literal["targets_only", "interpose", "any_in_area"] = "targets_only"
    response_choice: Literal["per_target", "per_crew"] = "per_target"
    partial_defence: Literal["all_or_none", "per_initiator"] = "all_or_none"
    activated_may_defend: Literal["never", "always", "at_minus_2"] = "never"
    declaration_order: Literal["initiator_first", "responder_first", "simultaneous"] = (
        "initiator_first"
    )
    declared_unused: Literal["spent", "refunded"] = "spent"

    # resolving a Clash (chapters 7 to 9)
    defender_rolls: Literal["per_pairing", "once_per_clash"] = "per_pairing"
    pairing_order: Literal["initiating_player", "responding_player", "highest_die_first"] = (
        "initiating_player"
    )
    pairing_resolution: Literal["sequential", "simultaneous"] = "sequential"
    void_pairing: Literal["wasted", "retarget", "uncommitted"] = "wasted"
    absorb: Literal["presence", "auto_hit", "fixed_3", "half_max"] = "presence"
    ties: Literal["both_survive", "reroll", "initiator", "responder", "both_lose"] = "both_survive"
    responder_deals_damage: Literal["always", "never"] = "always"
    damage_per_win: Literal["one", "margin_5", "die_step"] = "one"
    lost_health_cap: Literal["clamp", "reroll", "reroll_once", "uniform"] = "clamp"
    max_roll_floor: Literal["two", "one", "incapacitate_at_zero"] = "two"
    modifier_ceiling: Literal["may_exceed", "current_max"] = "may_exceed"
    modifier_limit: Literal["two", "one", "unlimited"] = "two"

    # incapacitation (chapter 10)
    battle_healing: Literal["effects_only", "never"] = "effects_only"
    incapacitated_contest: Literal["ignored", "counts"] = "ignored"

    # the Captain (chapter 11)
    captain_zero: Literal["strain", "will_roll", "unkillable", "ordinary"] = "strain"
    captain_resolve: Literal["two", "one", "three"] = "two"
    captain_reduced: Literal["max_roll_and_no_declarations", "max_roll_only", "no_objectives"] = (
        "max_roll_and_no_declarations"
    )
    captain_fall_effect: Literal["none", "initiative_lost", "crew_withdraws"] = "none"
    captain_loss: Literal["succession", "refound", "campaign_end"] = "succession"

    # Swarms (chapter 12)
    swarm_identical: Literal["existence_die", "die_and_type", "current_max"] = "existence_die"
    swarm_roll: Literal["sum", "best_plus", "shared_opponent_roll", "disabled"] = "sum"
    swarm_overrun: Literal["double_result", "never"] = "double_result"
    swarm_losses: Literal["blows", "loser_only", "individual"] = "blows"
    swarm_allocation: Literal["owner", "striker", "fewest_health"] = "owner"
    swarm_defence: Literal["targets_only", "close_ranks", "never"] = "targets_only"
    swarm_effects: Literal["suppressed", "leader", "all"] = "suppressed"
    swarm_captain: Literal["excluded", "allowed"] = "excluded"

    # Areas and movement (chapter 13)
    area_graph: Literal["scenario", "complete"] = "scenario"
    leave_contested: Literal["free", "parting_clash", "opposed_roll"] = "free"
    control: Literal["sole_occupant", "most_members", "most_value"] = "sole_occupant"

    # objectives and scenarios (chapters 14 and 15)
    objective_contest: Literal["channel", "instant", "blocked", "opposed"] = "channel"
    objective_progress: Literal["scenario", "per_crew", "shared"] = "scenario"
    objective_group: Literal["each_adds", "one_per_round"] = "each_adds"
    drop_carried: Literal["in_area", "destroyed", "captured"] = "in_area"
    withdraw: Literal["from_edge", "concede_only", "never"] = "from_edge"

    # profiles (chapter 16)
    health_by_die: Literal["table", "half_die", "flat_3"] = "table"
    ability_slots: Literal["by_die", "unlimited"] = "by_die"
    name_required: Literal["required", "optional"] = "required"
    profile_secrecy: Literal["open", "hidden_until_used"] = "open"
    type_change: Literal["allowed", "never"] = "allowed"

    # campaign (chapter 18)
    founding_purse: Literal["p50", "p40", "p60"] = "p50"
    d20_limit: Literal["one_at_founding", "none"] = "one_at_founding"
    deploy_limit: Literal["all_fit", "value_cap"] = "all_fit"
    recovery: Literal["full", "one_health", "none"] = "full"
    fate_roll: Literal["d20_table", "existence_die", "narrative"] = "d20_table"
    left_behind: Literal["minus_2", "ignore", "captured"] = "minus_2"
    gear_of_lost: Literal["if_area_held", "always_kept", "always_lost"] = "if_area_held"
    xp_award: Literal["merit", "flat_1", "none"] = "merit"
    evolution_die_step: Literal["table", "choice", "never"] = "table"
    income: Literal["scenario", "flat_6"] = "scenario"
    underdog: Literal["rating_gap", "none"] = "rating_gap"

    # record (chapter 19)
    dice_source: Literal["either", "entered", "generated"] = "either"

    @classmethod
    def of(cls, settings: Iterable[Setting]) -> "House":
        """The house rules of a campaign or battle: what is not set has its default."""
        return msgspec.convert({one.option: one.value for one in settings}, cls)

    def settings(self) -> tuple[Setting, ...]:
        """Every option with its value, in the rulebook's order, as a battle keeps it (MS-EVT-2)."""
        return tuple(Setting(name, str(getattr(self, name))) for name in self.__struct_fields__)
