import { sql, type Kysely, type RawBuilder } from "kysely";
import { dayIn, type EpochDay } from "~/domain/calendar";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import type { Schema } from "./schema";

/** Time zones of facilities, and their local day at one instant (R480). */
export class FacilityClocks {
  readonly #zones: Map<unknown, string>;
  readonly #days = new Map<string, EpochDay>();

  constructor(
    readonly now: Date,
    zones: Iterable<readonly [facilityId: number, timeZone: string]> = [],
  ) {
    this.#zones = new Map(zones);
  }

  /** Keeps the known zone if the given one is missing. */
  setZone(facilityId: unknown, timeZone: unknown): void {
    if (typeof timeZone === "string") this.#zones.set(facilityId, timeZone);
  }

  zoneOf(facilityId: unknown): string {
    return this.#zones.get(facilityId) ?? DEFAULT_TIME_ZONE;
  }

  todayAt(facilityId: unknown): EpochDay {
    const zone = this.zoneOf(facilityId);
    const known = this.#days.get(zone);
    if (known !== undefined) return known;
    const today = dayIn(zone, this.now.getTime());
    this.#days.set(zone, today);
    return today;
  }

  /** {@link todayAt} as SQL, for a column with a facility id. */
  todayOf(column: string): RawBuilder<EpochDay> {
    const usual = this.todayAt(undefined);
    const others = [...this.#zones.keys()].filter(
      (id) => this.todayAt(id) !== usual,
    );
    if (others.length === 0) return sql`${sql.lit(usual)}`;
    const cases = others.map(
      (id) => sql`when ${id} then ${sql.lit(this.todayAt(id))}`,
    );
    return sql`(case ${sql.ref(column)} ${sql.join(cases, sql` `)} else ${sql.lit(usual)} end)`;
  }
}

export async function readClocks(
  db: Kysely<Schema>,
  now: Date,
  facilityIds?: readonly number[],
): Promise<FacilityClocks> {
  const rows = await db
    .selectFrom("facilities")
    .select(["id", "time_zone"])
    .where("time_zone", "is not", null)
    .$if(facilityIds !== undefined, (query) =>
      query.where("id", "in", facilityIds ?? []),
    )
    .$narrowType<{ time_zone: string }>()
    .execute();
  return new FacilityClocks(
    now,
    rows.map(({ id, time_zone }) => [id, time_zone]),
  );
}
