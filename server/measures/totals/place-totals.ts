import { type Kysely, sql, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import {
  noTotals,
  totalsThrough,
  totalsWithout,
  type Totals,
} from "../additive-totals";
import type { DataReach } from "../data-reach";
import { laggingPeople } from "./lagging-people";
import {
  DayTally,
  daysThrough,
  type DayCounts,
  countedDays,
  cutAt,
  dayNeeded,
  isBehind,
  type LastDays,
} from "./day-counts";
import {
  readLaggingFacilities,
  readPlaceReaches,
  type LaggingFacility,
  type PlaceReaches,
} from "./place-reach";
import type { PlaceDay, PlaceRange, Places } from "./places";
import { readDays } from "./read-days";
import { readSumsThrough, type SumsThrough } from "./sums-through";
import {
  CENSUS,
  COUNTS,
  countEach,
  EPISODES,
  noPeople,
  type PeopleCount,
  GROUPS,
  levelNumber,
} from "./total-columns";

const ADDITIVE = [...COUNTS, ...CENSUS] as const;

type Additive = (typeof ADDITIVE)[number];
type Episode = (typeof EPISODES)[number];

export interface TotalsQuery {
  /** Days for the additive figures, counted from the beginning of the data. The difference of two is a range. */
  through?: readonly PlaceDay[];
  /** Ranges for the distinct patients. */
  people?: readonly PlaceRange[];
}

/** `from` must be the first of a month. */
interface DaysQuery {
  from: EpochDay;
  to: EpochDay;
}

const RANGES_AT_ONCE = 2_000;

/**
 * Absences by group. `inside`: the patient leaves and returns within the range. `around`: the patient is there before
 * and after the range, but on none of its days.
 */
type AbsencesCounted = "inside" | "around";

/** Number of such absences by group, for each range. */
async function countAbsences(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  ranges: readonly PlaceRange[],
  which: AbsencesCounted,
): Promise<(range: PlaceRange) => PeopleCount> {
  const found = new Map<string, PeopleCount>();
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const asked = ranges
      .slice(at, at + RANGES_AT_ONCE)
      .map(
        ({ placeId, from, to }) =>
          sql`(cast(${placeId} as bigint), cast(${from} as integer), cast(${to} as integer))`,
      );
    const { rows } = await sql<
      PeopleCount & { place_id: number; first: EpochDay; last: EpochDay }
    >`
      with asked(place_id, first, last) as (values ${sql.join(asked)})
      select asked.place_id, asked.first, asked.last, ${sql.join(GROUPS.map((group) => sql`sum(${sql.ref(group)}) as ${sql.ref(group)}`))}
      from asked cross join absences where absences.level = ${sql.lit(levelNumber(level))}
        and absences.place_id = asked.place_id and absences.isnp = ${sql.lit(isnp ? 1 : 0)}
        and ${CONDITIONS[which]}
      group by asked.place_id, asked.first, asked.last`.execute(db);
    for (const { place_id: placeId, first: from, last: to, ...count } of rows) {
      found.set(keyOf({ placeId, from, to }), count);
    }
  }
  return (range) => found.get(keyOf(range)) ?? noPeople();
}

const CONDITIONS: Record<AbsencesCounted, RawBuilder<SqlBool>> = {
  inside: sql`absences.until_day > asked.first and absences.until_day <= asked.last and absences.from_day > asked.first`,
  around: sql`absences.until_day > asked.last and absences.from_day <= asked.first`,
};

function keyOf({ placeId, from, to }: PlaceRange): string {
  return `${placeId} ${from} ${to}`;
}

/**
 * Totals of places, up to each facility's data cut-off (R245). The stored totals ignore cut-offs: they are read through
 * the latest of a place, and later counts of facilities whose data end earlier are subtracted.
 */
export class PlaceTotals {
  private constructor(
    private readonly db: Kysely<Schema>,
    private readonly places: Places,
    private readonly reaches: PlaceReaches,
  ) {}

  /** @param begunBy see {@link PlaceTotals.isEven} */
  static async open(
    db: Kysely<Schema>,
    places: Places,
    begunBy: EpochDay | null = null,
  ): Promise<PlaceTotals> {
    const { level, ids } = places;
    const reaches = await readPlaceReaches(db, level, ids, begunBy);
    return new PlaceTotals(db, places, reaches);
  }

  /** True if all facilities have the same data cut-off and their data begin by the given day. */
  get isEven(): boolean {
    return this.reaches.isEven;
  }

  /** Combined data cut-off of the places. */
  get reach(): DataReach | null {
    return this.reaches.all;
  }

  reachOf(placeId: number): DataReach | null {
    return this.reaches.of(placeId);
  }

  async read({ through = [], people = [] }: TotalsQuery) {
    const days = through.map((one) => this.lastDays(one));
    const ranges = people.map((range) => this.rangeWithin(range));
    const knownDays = days.filter((one) => one !== null);
    const knownRanges = ranges.filter((range) => range !== null);
    const columns = [
      ...(knownDays.length > 0 ? ADDITIVE : []),
      ...(knownRanges.length > 0 ? EPISODES : []),
    ];
    const sums = await readSumsThrough(this.db, this.places, columns, [
      ...knownDays.flatMap(countedDays),
      ...knownRanges.flatMap(({ placeId, from, to }) => [
        { placeId, day: from },
        { placeId, day: to },
      ]),
    ]);
    return {
      through: await this.throughDays(days, sums),
      people: await this.peopleOf(ranges, sums),
    };
  }

  /**
   * What each day of a range adds in each place, oldest first; see {@link readDays}. Reads each lagging facility once.
   */
  async days({ from, to }: DaysQuery): Promise<Map<number, DayCounts[]>> {
    const ends = this.places.ids.flatMap((placeId) => {
      const end = this.lastDays({ placeId, day: to });
      return end && end.day >= from ? [end] : [];
    });
    const found = await readDays(this.db, this.places, from, to);
    const lagging = await this.laggingBehind(ends);
    const ids = lagging.map(({ facilityId }) => facilityId);
    const facilities = { ...this.places, level: "facility" as const, ids };
    const late = await readDays(this.db, facilities, from, to);
    const before = from - 1;
    return new Map(
      ends.map((end) => {
        const { placeId } = end;
        const days = daysThrough(found.get(placeId) ?? [], end);
        const behind = lagging.filter((one) => isBehind(one, end));
        if (behind.length === 0) return [placeId, days];
        const tally = new DayTally();
        tally.addAll(days);
        for (const { facilityId, reach } of behind) {
          const all = late.get(facilityId) ?? [];
          tally.addAll(daysThrough(all, end), -1);
          tally.addAll(
            daysThrough(all, cutAt(end, Math.max(reach ?? before, before))),
          );
        }
        return [placeId, tally.inOrder()];
      }),
    );
  }

  private async throughDays(
    days: readonly (LastDays | null)[],
    sums: SumsThrough<Additive>,
  ): Promise<Totals[]> {
    const beyond = await this.beyondReach(days.filter((one) => one !== null));
    return days.map((one) => {
      if (!one) return noTotals();
      return beyond(one).reduce(totalsWithout, totalsOf(one, sums));
    });
  }

  private async peopleOf(
    ranges: readonly (PlaceRange | null)[],
    sums: SumsThrough<Episode>,
  ): Promise<PeopleCount[]> {
    const known = ranges.filter((range) => range !== null);
    const [early, late] = this.byLength(known);
    const inside = await countAbsences(this.db, this.places, early, "inside");
    const around = await countAbsences(this.db, this.places, late, "around");
    const lagging = await this.lagging(
      known.map(({ placeId, to }) => ({ placeId, day: to })),
    );
    const beyond = await laggingPeople(this.db, this.places, known, lagging);
    return ranges.map((range) => {
      if (!range) return noPeople();
      const { placeId, from, to } = range;
      const atFirst = sums(placeId, from);
      const atLast = sums(placeId, to);
      const lost = beyond(range);
      return countEach((group) => {
        const counted = early.includes(range)
          ? atLast[`${group}_begun`] -
            atFirst[`${group}_ended`] -
            inside(range)[group]
          : atLast[`${group}_came`] -
            atFirst[`${group}_left`] -
            around(range)[group];
        return counted - lost[group];
      });
    });
  }

  /**
   * Splits ranges into those shorter than the time after them, and others. The first count patients as episodes minus
   * those that follow another within the range; the others count everyone who came by the end and had not left, minus
   * those away throughout. Both are exact but read different numbers of absences.
   */
  private byLength(ranges: PlaceRange[]): [PlaceRange[], PlaceRange[]] {
    const isEarly = ({ placeId, from, to }: PlaceRange) =>
      to - from < (this.reachOf(placeId)?.latest ?? to) - to;
    return [
      ranges.filter((range) => isEarly(range)),
      ranges.filter((range) => !isEarly(range)),
    ];
  }

  /** The day, or the place's data cut-off if earlier; null if it has none. */
  private within({ placeId, day }: PlaceDay): PlaceDay | null {
    const reach = this.reachOf(placeId);
    return reach && { placeId, day: Math.min(day, reach.latest) };
  }

  /** The same, with the last day whose admissions count in 30-day rates. */
  private lastDays({ placeId, day }: PlaceDay): LastDays | null {
    const reach = this.reachOf(placeId);
    return reach && cutAt({ placeId, day, settled: day }, reach.latest);
  }

  private rangeWithin(range: PlaceRange): PlaceRange | null {
    const last = this.within({ placeId: range.placeId, day: range.to });
    if (!last || last.day < range.from) return null;
    return { ...range, to: last.day };
  }

  /** Facilities whose data end before one of their place's days. */
  private async lagging(days: readonly PlaceDay[]): Promise<LaggingFacility[]> {
    const behind = days.filter(({ placeId, day }) => {
      const reach = this.reachOf(placeId);
      return reach && (reach.earliest === null || reach.earliest < day);
    });
    if (behind.length === 0) return [];
    return readLaggingFacilities(
      this.db,
      this.places.level,
      [...new Set(behind.map(({ placeId }) => placeId))],
      Math.max(...behind.map(({ day }) => day)),
    );
  }

  /** Facilities whose data end before everything that counts in their place. */
  private laggingBehind(days: readonly LastDays[]): Promise<LaggingFacility[]> {
    return this.lagging(
      days.map((one) => ({ placeId: one.placeId, day: dayNeeded(one) })),
    );
  }

  /** Counts of a place's lagging facilities after their data cut-off. */
  private async beyondReach(
    days: readonly LastDays[],
  ): Promise<(one: LastDays) => Totals[]> {
    const lagging = await this.laggingBehind(days);
    const behind = (one: LastDays) =>
      lagging
        .filter((facility) => isBehind(facility, one))
        .map(({ facilityId, reach }) => {
          const all = { ...one, placeId: facilityId };
          return { all, reached: reach === null ? null : cutAt(all, reach) };
        });
    const asked = days.flatMap((one) =>
      behind(one).flatMap(({ all, reached }) => [
        ...countedDays(all),
        ...(reached ? countedDays(reached) : []),
      ]),
    );
    const { isnp } = this.places;
    const facilities = { level: "facility" as const, isnp };
    const sums = await readSumsThrough(this.db, facilities, ADDITIVE, asked);
    return (one) =>
      behind(one).map(({ all, reached }) =>
        reached
          ? totalsWithout(totalsOf(all, sums), totalsOf(reached, sums))
          : totalsOf(all, sums),
      );
  }
}

function totalsOf(
  { placeId, day, settled }: LastDays,
  sums: SumsThrough<Additive>,
): Totals {
  return totalsThrough(sums(placeId, day), sums(placeId, settled), day);
}
