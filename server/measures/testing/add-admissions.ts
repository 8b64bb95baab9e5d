import { rebuildFigures } from "~server/measures/rebuild";
import type { TestApi } from "~server/testing/open-test-api";

/** Patients with one stay each, over two facilities, admitted on a few days of the quarter. */
export async function addAdmissions(
  api: TestApi,
  count: number,
): Promise<void> {
  const { db } = api.deps.store;
  const ids = Array.from({ length: count }, (_, at) => 1_000 + at);
  for (let at = 0; at < count; at += 500) {
    const some = ids.slice(at, at + 500);
    await db
      .insertInto("patients")
      .values(
        some.map((id) => ({
          id,
          mrn: null,
          first_name: "Many",
          last_name: `Number ${id}`,
          frailty_score: null,
        })),
      )
      .execute();
    await db
      .insertInto("stays")
      .values(
        some.map((id) => ({
          id,
          patient_id: id,
          facility_id: id % 2 === 0 ? 112 : 211,
          npi: null,
          admitted_on: 20_480 + (id % 7),
          discharged_on: null,
          admitted_from: "community" as const,
          isnp: 0 as const,
          long_stay_from: 0,
          rth: 0 as const,
          ed: 0 as const,
        })),
      )
      .execute();
  }
  await rebuildFigures(db);
}
