"""House rules as the engine reads them: one field for each option of section 18.

The codex says the same as data (`Option`), with its rule; a test holds the two together.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from domain.house import Setting


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The value of every option, defaults first."""

    # 1. General
    large_creatures: Literal["off", "2x2"] = "off"
    game_mode: Literal["campaign", "pickup"] = "campaign"
    damage_bonus_stacking: Literal["cumulative", "highest_only"] = "cumulative"

    # 2. Gladiator creation
    unknown_profiles: Literal["class_pattern", "disable_role", "user_supplied"] = "class_pattern"
    unknown_tricks: Literal["suggested", "only_known", "user_supplied"] = "suggested"
    pickup_budget: Literal["5000", "2500", "7500", "10000"] = "5000"
    edition_coup_de_grace: Literal["either", "both_only"] = "either"
    edition_opportunist: Literal["one", "four_or_five"] = "one"
    edition_snarling_beast: Literal["enemies", "all_humans"] = "enemies"

    # 3. Priority and the battle round
    priority_count: Literal["team", "on_board"] = "team"
    priority_move: Literal["printed", "effective"] = "printed"
    edition_activation: Literal["alternate", "whole_school"] = "alternate"

    # 4. Movement phase
    same_trick_surcharge: Literal["cumulative", "once_per_trick"] = "cumulative"
    follow_into_hazard: Literal["no", "yes"] = "no"
    entangled_blocks_forced_move: Literal["yes", "no"] = "yes"
    pull_needs_path: Literal["no", "yes"] = "no"
    compelled_metric: Literal["path_cost", "manhattan"] = "path_cost"
    compelled_must_attack: Literal["yes", "no"] = "yes"

    # 5. Attack phase
    attacks_per_turn: Literal["1", "2"] = "1"
    min_tn: Literal["2", "1"] = "2"
    replace_extra_attacks: Literal["any_melee", "attack_phase_only"] = "any_melee"
    mp_attacks_per_turn: Literal["unlimited", "1"] = "unlimited"
    damaging_means: Literal["base_damage_gt_0", "dealt_ge_1"] = "base_damage_gt_0"
    melee_focus_chain: Literal["repeat", "once"] = "repeat"
    edition_facing_bonus: Literal["0_1", "1_2"] = "0_1"
    ttf_limit: Literal["none", "1_per_round"] = "none"
    prone_enemy_locks: Literal["yes", "no"] = "yes"
    zero_damage_attacks_gain_bonus: Literal["no", "yes"] = "no"
    min_damage: Literal["0", "1"] = "0"
    circle_sweep_modified: Literal["yes", "no"] = "yes"
    heal_cap: Literal["starting", "none"] = "starting"
    edition_determination: Literal["odd", "four_plus"] = "odd"

    # 6. Conditions, stances, fear
    prone_may_crawl: Literal["no", "half_speed"] = "no"
    prone_suppresses_auras: Literal["no", "yes"] = "no"
    entangle_escape: Literal["3_mp", "d6_3plus_at_turn_start", "lose_turn"] = "3_mp"
    bleed_kill_credit: Literal["none", "inflictor"] = "none"
    stance_at_deployment: Literal["none", "choose_one"] = "none"
    edition_assault_stance: Literal["damaging_hit", "any_attack"] = "damaging_hit"

    # 7. Terrain
    height_levels: Literal["1", "n"] = "1"
    hazard_voluntary: Literal["per_map", "never"] = "per_map"
    hazard_reducible: Literal["no", "yes"] = "no"

    # 8. Ranged attacks and line of sight
    range_metric: Literal["manhattan", "walkable_path"] = "manhattan"
    ranged_while_engaged: Literal["allowed", "forbidden", "+1_tn"] = "allowed"
    ranged_arc: Literal["any", "front_quadrant"] = "any"
    los: Literal["center_to_center", "any_corner", "bresenham"] = "center_to_center"
    gladiators_block_los: Literal["standing", "all", "none"] = "standing"

    # 9. Favour of the crowd
    eliminated_school_counts: Literal["no", "yes"] = "no"
    hazard_kill_credit: Literal["forcer", "none"] = "forcer"
    edition_praegenarius: Literal["role_page", "reference_sheet"] = "role_page"

    # 10. Surrender and victory
    surrender_when: Literal["half_lost", "any_time_if_2plus_entered", "any_loss"] = "half_lost"
    surrender_counts_as_survival: Literal["yes", "no"] = "yes"
    draw_prize: Literal["split", "none", "attacker_wins"] = "split"
    stalemate_rounds: Literal["20", "10", "never"] = "20"
    hill_rounds: Literal["consecutive", "total"] = "consecutive"

    # 11. Battle design
    gate_ooa_survival: Literal["normal", "auto_survive"] = "normal"
    prize_percentages: Literal["add", "multiply"] = "add"
    edition_crossfire_prize: Literal["newest", "first"] = "newest"
    noxii_turn_to_face: Literal["no", "yes"] = "no"

    # 12. Campaign: calendar and structure
    calendar: Literal["romulan_10", "custom"] = "romulan_10"
    battles_per_gladiator_month: Literal["unlimited", "1"] = "unlimited"
    debt: Literal["forbidden", "allowed_to_-1000"] = "forbidden"

    # 13. Auctions and buying
    auctoratus_term: Literal["month", "one_battle"] = "month"
    auction_type: Literal["open_ascending", "sealed_first_price", "sealed_second_price"] = (
        "open_ascending"
    )
    min_raise: Literal["50", "10", "100"] = "50"
    lots_per_month: Literal["twice_schools", "as_schools", "thrice_schools"] = "twice_schools"
    resale: Literal["auction", "between_schools", "forbidden"] = "auction"

    # 14. School resources
    new_trick_choice: Literal["owner", "random"] = "owner"
    build_delay: Literal["none", "next_month"] = "none"
    edition_resource_prices: Literal["newest", "earlier", "first"] = "newest"

    # 15. After the battle
    survival_table: Literal["four_step", "dead_on_1", "dead_on_1_to_3"] = "four_step"
    survival_natural_1_dies: Literal["no", "yes"] = "no"
    edition_potential: Literal[
        "final_blow", "hit_or_wounded", "attacked_or_wounded", "any_survival"
    ] = "final_blow"
    promotion_role: Literal["random", "owner"] = "random"
    advancement: Literal["final_blow", "any_survival", "retired_legend_only"] = "final_blow"
    maimed: Literal["retired", "servant_bonus"] = "retired"
    new_school_budget: Literal["flat_10000", "catch_up"] = "flat_10000"
    campaign_winner: Literal["net_worth", "funds", "battles_won", "imperator"] = "net_worth"

    # 17. Factions (optional)
    humanoids_are_non_human: Literal["no", "yes"] = "no"

    @classmethod
    def of(cls, settings: Iterable[Setting]) -> "House":
        """The house rules of a campaign or battle: what is not set has its default."""
        return _same(msgspec.convert({one.option: one.value for one in settings}, cls))

    def settings(self) -> tuple[Setting, ...]:
        """Every option with its value, in the rulebook's order, as a battle keeps it."""
        return tuple(Setting(name, str(getattr(self, name))) for name in self.__struct_fields__)

    def has(self, setting: str) -> bool:
        """Whether a setting is in force, `option=value`: as conditions of the codex write it."""
        option, _, value = setting.partition("=")
        return bool(getattr(self, option) == value)


@lru_cache(maxsize=1024)
def _same(house: House) -> House:
    """Equal house rules as one: what was worked out by them is found at once."""
    return house
