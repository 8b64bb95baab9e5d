import { type Kysely, sql } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { noTotals, totalsWithout, type Totals } from "../additive-totals";
import { NEVER, type DataReach } from "../data-reach";
import { chunksOf } from "../question";
import {
  DayTally,
  daysThrough,
  type DayCounts,
  countedDays,
  cutAt,
  dayNeeded,
  isBehind,
  type LastDays,
  readDays,
} from "./day-counts";
import {
  laggingPeople,
  readLaggingFacilities,
  readPlaceReaches,
  type LaggingFacility,
  type PlaceReaches,
} from "./place-reach";
import { readSumsThrough, type Sums, type SumsThrough } from "./sums-through";
import {
  CENSUS,
  COUNTS,
  countEach,
  EPISODES,
  noPeople,
  type PeopleCount,
  type PlaceDay,
  type PlaceRange,
  type Places,
  GROUPS,
  levelNumber,
} from "./total-columns";

const ADDITIVE = [...COUNTS, ...CENSUS] as const;

/**
 * Absences by group. `inside`: the patient leaves and returns within the range. `around`: the patient is there before
 * and after the range, but on none of its days.
 */
const ABSENCES = {
  inside: sql`absences.until_day > asked.first and absences.until_day <= asked.last and absences.from_day > asked.first`,
  around: sql`absences.until_day > asked.last and absences.from_day <= asked.first`,
};

async function countAbsences(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  ranges: readonly PlaceRange[],
  which: keyof typeof ABSENCES,
): Promise<(range: PlaceRange) => PeopleCount> {
  const keyOf = ({ placeId, from, to }: PlaceRange) =>
    `${placeId} ${from} ${to}`;
  const found = new Map<string, PeopleCount>();
  for (const some of chunksOf(ranges, 2_000)) {
    const asked = some.map(
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
        and ${ABSENCES[which]}
      group by asked.place_id, asked.first, asked.last`.execute(db);
    for (const { place_id: placeId, first: from, last: to, ...count } of rows) {
      found.set(keyOf({ placeId, from, to }), count);
    }
  }
  return (range) => found.get(keyOf(range)) ?? noPeople();
}

/**
 * Totals of places, up to each facility's data cut-off (R245). The stored totals ignore cut-offs: they are read through
 * the latest of a place, and later counts of facilities whose data end earlier are subtracted.
 */
export class PlaceTotals {
  private constructor(
    private readonly db: Kysely<Schema>,
    private readonly places: Places,
    readonly reaches: PlaceReaches,
  ) {}

  /** @param begunBy see {@link PlaceReaches.isEven} */
  static async open(
    db: Kysely<Schema>,
    places: Places,
    begunBy: EpochDay | null = null,
  ): Promise<PlaceTotals> {
    const { level, ids } = places;
    const reaches = await readPlaceReaches(db, level, ids, begunBy);
    return new PlaceTotals(db, places, reaches);
  }

  /** Totals of some ranges and the distinct patients of others, in order. */
  async over(
    ranges: readonly PlaceRange[],
    people: readonly PlaceRange[] = [],
  ): Promise<{ totals: Totals[]; people: PeopleCount[] }> {
    // The additive figures are counted from the beginning of the data.
    const days = ranges.flatMap(({ placeId, from, to }) => [
      this.lastDays({ placeId, day: from - 1 }),
      this.lastDays({ placeId, day: to }),
    ]);
    const within = people.map((range) => this.rangeWithin(range));
    const known = within.filter((range) => range !== null);
    const columns = [
      ...(days.length > 0 ? ADDITIVE : []),
      ...(known.length > 0 ? EPISODES : []),
    ];
    const sums = await readSumsThrough(this.db, this.places, columns, [
      ...days.flatMap(countedDays),
      ...known.flatMap(({ placeId, from, to }) => [
        { placeId, day: from },
        { placeId, day: to },
      ]),
    ]);
    const beyond = await this.beyondReach(days);
    const through = days.map((one) =>
      beyond(one).reduce(totalsWithout, totalsOf(one, sums)),
    );
    return {
      totals: ranges.map((_, at) => {
        const [before = noTotals(), end = noTotals()] = through.slice(2 * at);
        return totalsWithout(end, before);
      }),
      people: await this.peopleOf(within, sums),
    };
  }

  /** Days of care of facilities, by id. Larger places may have facilities whose data end earlier. */
  async daysOfCare({
    from,
    to,
  }: Omit<PlaceRange, "placeId">): Promise<Map<number, number>> {
    const { ids } = this.places;
    const lastDays = (day: EpochDay) =>
      ids.map((placeId) => this.lastDays({ placeId, day }));
    const [before, ends] = [lastDays(from - 1), lastDays(to)];
    const sums = await readSumsThrough(
      this.db,
      this.places,
      ["residents", "resident_days"],
      [...before, ...ends],
    );
    const through = ({ placeId, day }: PlaceDay) =>
      careThrough(day, sums(placeId, day));
    return new Map(
      ends.map((end, at) => {
        const start = before[at];
        return [end.placeId, through(end) - (start ? through(start) : 0)];
      }),
    );
  }

  /** Reads each lagging facility once; the range begins with a month. */
  async days({
    from,
    to,
  }: Omit<PlaceRange, "placeId">): Promise<Map<number, DayCounts[]>> {
    const ends = this.places.ids
      .map((placeId) => this.lastDays({ placeId, day: to }))
      .filter(({ day }) => day >= from);
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

  /**
   * Ranges shorter than the time after them count patients as episodes minus those that follow another within the
   * range; the others count everyone who came by the end and had not left, minus those away throughout. Both are exact
   * but read different numbers of absences.
   */
  private async peopleOf(
    ranges: readonly (PlaceRange | null)[],
    sums: SumsThrough,
  ): Promise<PeopleCount[]> {
    const known = ranges.filter((range) => range !== null);
    const isEarly = ({ placeId, from, to }: PlaceRange) =>
      to - from < (this.reachOf(placeId)?.latest ?? to) - to;
    const early = known.filter(isEarly);
    const late = known.filter((range) => !isEarly(range));
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
        const counted = isEarly(range)
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

  private lastDays({ placeId, day }: PlaceDay): LastDays {
    const last = this.reachOf(placeId)?.latest ?? NEVER;
    return cutAt({ placeId, day, settled: day }, last);
  }

  private rangeWithin(range: PlaceRange): PlaceRange | null {
    const reach = this.reachOf(range.placeId);
    if (!reach || reach.latest < range.from) return null;
    return { ...range, to: Math.min(range.to, reach.latest) };
  }

  private reachOf(placeId: number): DataReach | null {
    return this.reaches.of(placeId);
  }

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
    const facilities = { ...this.places, level: "facility" as const };
    const sums = await readSumsThrough(this.db, facilities, ADDITIVE, asked);
    return (one) =>
      behind(one).map(({ all, reached }) =>
        reached
          ? totalsWithout(totalsOf(all, sums), totalsOf(reached, sums))
          : totalsOf(all, sums),
      );
  }
}

function careThrough(
  day: EpochDay,
  sums: Pick<Sums, "residents" | "resident_days">,
): number {
  return (day + 1) * sums.residents - sums.resident_days;
}

function totalsOf(
  { placeId, day, settled }: LastDays,
  sums: SumsThrough,
): Totals {
  const all = sums(placeId, day);
  const { ach_adm: settled_adm, rth, ed } = sums(placeId, settled);
  return {
    days_of_care: careThrough(day, all),
    snf_adm: all.snf_adm,
    ach_adm: all.ach_adm,
    settled_adm,
    rth,
    ed,
    pd_lt_doc: (day + 1) * all.long_residents - all.long_resident_days,
    h_events: all.h_events,
    ed_events: all.ed_events,
    adm_events: all.adm_events,
  };
}
