import type { Kysely, KyselyPlugin, QueryId } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  concernFacilities,
  readCensusVersions,
} from "~server/measures/place-versions";
import { raiseVersion } from "~server/store/data-state";
import { inOneSnapshot } from "~server/store/snapshot";
import type { Schema } from "~server/store/schema";
import { DoubtfulCompany, TODAY } from "~server/testing/doubtful-company";

describe("the census on a standby", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
  });
  afterEach(() => company.api.close());

  it("is not remembered as of a change that the standby had not seen", async () => {
    const { deps } = company.api;
    const { store, replicas } = deps;
    await company.stay(50, null);
    const patientId = await company.stay(40, null);
    let changed = Infinity;
    const discharge = () =>
      store.db.transaction().execute(async (trx) => {
        changed = await raiseVersion(trx, "named");
        await setDischarge(trx, patientId, TODAY - 1);
        await concernFacilities(trx, [111]);
      });
    deps.store = {
      ...store,
      db: store.db.withPlugin(beforeVersions(store.db, discharge)),
    };
    deps.replicas = {
      ...replicas,
      read: (state, read) =>
        state.version < changed
          ? asBefore(store.db, patientId, read)
          : inOneSnapshot(store.db, read),
    };
    await company.ask();
    expect((await company.rowOf(111))?.residents).toBe(1);
  });
});

async function setDischarge(
  db: Kysely<Schema>,
  patientId: number,
  discharged_on: number | null,
): Promise<void> {
  await db
    .updateTable("stays")
    .set({ discharged_on })
    .where("patient_id", "=", patientId)
    .execute();
}

/** Reads what a standby has that does not know of the discharge. */
async function asBefore<Data>(
  db: Kysely<Schema>,
  patientId: number,
  read: (snapshot: Kysely<Schema>) => Promise<Data>,
): Promise<Data> {
  const trx = await db.startTransaction().execute();
  try {
    await setDischarge(trx, patientId, null);
    return await read(trx);
  } finally {
    await trx.rollback().execute();
  }
}

/** Makes a change before the versions of facilities are read for the first time. */
function beforeVersions(
  db: Kysely<Schema>,
  change: () => Promise<void>,
): KyselyPlugin {
  let first: QueryId | null = null;
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes("place_versions")) first ??= queryId;
      return node;
    },
    async transformResult({ result, queryId }) {
      if (queryId !== first) return result;
      await change();
      const versions = await readCensusVersions(db, [111]);
      const rows = [...versions].map(([place_id, version]) => ({
        place_id,
        version,
      }));
      return { ...result, rows };
    },
  };
}
