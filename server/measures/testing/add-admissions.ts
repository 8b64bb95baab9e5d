import { rebuildFigures } from "~server/measures/rebuild";
import { chunksOf } from "~server/measures/question";
import type { TestApi } from "~server/testing/open-test-api";
import { insertRows, stayRow } from "./census";

export async function addAdmissions(
  api: TestApi,
  count: number,
): Promise<void> {
  const { db } = api.deps.store;
  const ids = Array.from({ length: count }, (_, at) => 1_000 + at);
  for (const some of chunksOf(ids, 500)) {
    const patients = some.map((id) => ({
      ...{ id, mrn: null, frailty_score: null },
      ...{ first_name: "Many", last_name: `Number ${id}` },
    }));
    const stays = some.map((id) =>
      stayRow({
        ...{ id, patient_id: id, npi: null, isnp: 0 },
        facility_id: id % 2 === 0 ? 112 : 211,
        admitted_on: 20_480 + (id % 7),
        discharged_on: null,
        admitted_from: "community",
      }),
    );
    await insertRows(db, "patients", patients);
    await insertRows(db, "stays", stays);
  }
  await rebuildFigures(db);
}
