import { sql } from "kysely";
import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { createAnswerCache } from "~server/answer-cache";
import { listSignals } from "~server/signals/service";
import { rebuildTotals } from "~server/measures/totals/rebuild-totals";
import { raiseVersion } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { openBenchApi } from "./bench-api";
import type { BenchStore } from "./open-bench-store";
import { timesOf, type Times } from "./time-calls";
import { moveAdmissions, someStays } from "./time-changes";

const ROUNDS = 15;

/** CPU of the whole process for the signals of one region, in milliseconds. */
export interface SignalTimes {
  /** Facilities of the region. */
  children: number;
  /** With nothing remembered, as the first time on a day. */
  first: Times;
  /** After a stay of one facility has changed. */
  changed: Times;
}

/** Puts all facilities into one region, and times its signals. */
export async function timeSignals(
  store: BenchStore,
  now: Date,
): Promise<SignalTimes> {
  const { db } = store;
  await intoOneRegion(db);
  await store.settle();
  const { deps, askService, close } = await openBenchApi(store, now);
  let children = 0;
  const cpuOf = async () => {
    deps.cache = createAnswerCache();
    const before = process.cpuUsage();
    const { data } = await askService(listSignals, {
      place: { level: "region", id: 1 },
      endDate: newYorkDay(now),
    });
    const { user, system } = process.cpuUsage(before);
    children = data.rows.length;
    return (user + system) / 1_000;
  };
  const first: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    deps.signals.clear();
    first.push(await cpuOf());
  }
  const changed: number[] = [];
  for (const stay of (await someStays(db)).slice(0, ROUNDS)) {
    await moveAdmissions(db, [stay.patient_id], stay.id);
    changed.push(await cpuOf());
  }
  await close();
  return { children, first: timesOf(first), changed: timesOf(changed) };
}

async function intoOneRegion(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await raiseVersion(trx, "all");
    await sql`update facilities set region_id = 1`.execute(trx);
    for await (const count of rebuildTotals(trx)) void count;
  });
}
