import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

const PATIENTS_AT_ONCE = 1_000;

/** The ids of all patients, in chunks and in their order. */
export async function* allPatients(
  db: Kysely<Schema>,
): AsyncGenerator<number[]> {
  // Those that messages alone tell of have negative numbers.
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom("patients")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(PATIENTS_AT_ONCE)
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    yield ids;
    last = ids.at(-1) ?? last;
  }
}
