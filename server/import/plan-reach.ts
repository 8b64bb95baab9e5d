import type { EpochDay } from "~/domain/calendar";
import type { ReachMove } from "~server/measures/move-reach";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Staging } from "./staging";

/** What an import says of the reach of all facilities. */
export interface ImportedReach {
  /** The day given with the import; where it has not begun, today counts. */
  given: EpochDay | null;
  /** Both stays.csv and transfers.csv are there, so that the data are complete through today. */
  isComplete: boolean;
  clocks: FacilityClocks;
}

/** The reach that an import has for a facility that facilities.csv says nothing of (R249); null where it says nothing. */
export function reachOfImport(
  { given, isComplete, clocks }: ImportedReach,
  facilityId: number | null,
): EpochDay | null {
  const today = clocks.todayAt(facilityId);
  if (given !== null) return Math.min(given, today);
  return isComplete ? today : null;
}

/**
 * The facilities whose data reach another day by the import: that of its row in facilities.csv, else that of the import,
 * else the one that it has; with a feed never less far than its messages. Lays out the reach of all facilities, as it will be, in
 * `after_reach`.
 *
 * @param fed through which day the feeds of facilities reach
 * @param overDemo what is there is the demo organisation, whose reach tells nothing of the data to come
 */
export function planReach(
  staging: Staging,
  imported: ImportedReach,
  fed: ReadonlyMap<number, EpochDay>,
  overDemo: boolean,
): ReachMove[] {
  staging.db.exec(
    `create temp table told_reach (id bigint primary key, imported integer, fed integer)`,
  );
  const insert = staging.db.prepare("insert into told_reach values (?, ?, ?)");
  const facilities = staging.numbers(
    `select id from staged_facilities
     union select id from known_facilities where removed = 0`,
  );
  for (const id of facilities) {
    const fedThrough = overDemo ? null : (fed.get(id) ?? null);
    insert.run(id, reachOfImport(imported, id), fedThrough);
  }
  staging.db
    .prepare(
      `create temp table after_reach as
       select t.id, k.data_through as before,
         nullif(max(coalesce(s.data_through, t.imported, iif(@over_demo, null, k.data_through), -1), coalesce(t.fed, -1)), -1) as after
       from told_reach t
       left join staged_facilities s on s.id = t.id
       left join known_facilities k on k.id = t.id`,
    )
    .run({ over_demo: overDemo ? 1 : 0 });
  return staging.db
    .prepare<
      [],
      { id: number; before: EpochDay | null; after: EpochDay | null }
    >(`select * from after_reach where after is not before order by id`)
    .all()
    .map(({ id, before, after }) => ({
      facilityId: id,
      from: before,
      to: after,
    }));
}
