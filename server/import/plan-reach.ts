import type { EpochDay } from "~/domain/calendar";
import type { ReachMove } from "~server/measures/move-reach";
import type { Staging } from "./staging";

/** What an import says of the reach of all facilities; null where it says nothing. */
export interface ImportedReach {
  /** The day given with the import. */
  given: EpochDay | null;
  /** Both stays.csv and transfers.csv are there, so that the data are complete. */
  isComplete: boolean;
  today: EpochDay;
}

/** The reach that an import has for the facilities that facilities.csv says nothing of (R249). */
export function reachOfImport({
  given,
  isComplete,
  today,
}: ImportedReach): EpochDay | null {
  return given ?? (isComplete ? today : null);
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
  reach: EpochDay | null,
  fed: ReadonlyMap<number, EpochDay>,
  overDemo: boolean,
): ReachMove[] {
  staging.db.exec("create temp table fed_reach (id bigint, day integer)");
  const insert = staging.db.prepare("insert into fed_reach values (?, ?)");
  for (const row of overDemo ? [] : fed) insert.run(row);
  staging.db
    .prepare(
      `create temp table after_reach as
       select f.id, k.data_through as before,
         nullif(max(coalesce(s.data_through, @reach, iif(@over_demo, null, k.data_through), -1), coalesce(r.day, -1)), -1) as after
       from (select id from staged_facilities
             union select id from known_facilities where removed = 0) f
       left join staged_facilities s on s.id = f.id
       left join known_facilities k on k.id = f.id
       left join fed_reach r on r.id = f.id`,
    )
    .run({ reach, over_demo: overDemo ? 1 : 0 });
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
