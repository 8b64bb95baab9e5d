import pino from "pino";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  CmsAnswer,
  CmsConnector,
} from "~server/cms-requests/cms-connector";
import { storeRequest } from "~server/cms-requests/requested-reports";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { plainUser } from "~server/testing/plain-user";
import { requestOf } from "~server/testing/qies-orders";
import { PLACES, seedOrganization } from "~server/testing/seed-organization";
import { virtualTime } from "~server/testing/virtual-time";
import { MAX_ATTEMPTS, reportProblems, retryDelayMs } from "./report-attempt";
import { claimNext, complete, extendLease, LEASE_MS } from "./report-queue";
import { startReportWorker } from "./report-worker";
import type { ReportWorker } from "./report-worker";
import { openedForAll } from "~server/testing/opened";

const START = new Date("2026-06-15T12:00:00Z");
const PDF = Buffer.from("%PDF-1.7 a report");
const MINUTE = 60_000;

const ready: CmsAnswer = { state: "ready", content: PDF };

describe.each(TEST_DIALECTS)("the report worker on %s", (dialect) => {
  const store = openedForAll(() => openTestStore(dialect));
  let time: ReturnType<typeof virtualTime>;
  let logged: Record<string, unknown>[];
  const cleanups: (() => unknown)[] = [];
  beforeAll(async () => {
    await seedOrganization(store.db);
  });
  beforeEach(() => {
    time = virtualTime(START);
    logged = [];
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    await store.db.deleteFrom("qies_reports").execute();
  });

  function start(fetchReport: CmsConnector["fetchReport"]): ReportWorker {
    const worker = startReportWorker({
      db: store.db,
      dialect,
      connector: { fetchReport },
      readVersion: async () => 7,
      clock: time.clock,
      after: time.after,
      log: pino(
        { level: "info" },
        {
          write: (line) =>
            void logged.push(JSON.parse(line) as Record<string, unknown>),
        },
      ),
    });
    cleanups.push(() => worker.stop());
    return worker;
  }

  let users = 0;
  async function ask(code = "56-800", facilityId = 111): Promise<number> {
    const { id: userId } = await store.db
      .insertInto("users")
      .values(plainUser(`user-${++users}`))
      .returning("id")
      .executeTakeFirstOrThrow();
    const request = requestOf(code, { facilityId, userId });
    // Each asks for another report: the same one is made once.
    const args = { ...request.args, n: { value: String(users), label: "" } };
    const { id } = await storeRequest(
      store.db,
      { ...request, args },
      { isnp: 0, now: time.clock(), dataVersion: null },
    );
    return id;
  }

  const rowOf = (id: number) =>
    store.db
      .selectFrom("qies_reports")
      .where("id", "=", id)
      .selectAll()
      .executeTakeFirstOrThrow();

  const files = () =>
    store.db.selectFrom("qies_report_files").selectAll().execute();

  it("makes what was asked for, and stores it with its file", async () => {
    const id = await ask();
    const worker = start(async () => ({
      state: "ready",
      content: [PDF.subarray(0, 3), PDF.subarray(3)],
      name: "From\r\nCMS \u202e x",
    }));
    await worker.idle();
    const row = await rowOf(id);
    expect(row).toMatchObject({
      status: "completed",
      name: "From CMS x",
      attempts: 1,
      claim: null,
      claimed_until: null,
      file_bytes: PDF.length,
      finished_at: START.toISOString(),
      problem: null,
    });
    expect(await files()).toEqual([{ report_id: id, part: 0, content: PDF }]);
    expect(logged).toMatchObject([
      {
        event: "access.qies_report_made",
        ending: "completed",
        report_id: id,
        facility_id: 111,
        attempt: 1,
        bytes: PDF.length,
      },
    ]);
  });

  it("tells the connector all that was asked for", async () => {
    const id = await ask("50-5002");
    const orders: unknown[] = [];
    const worker = start(async (order) => {
      orders.push(order);
      return ready;
    });
    await worker.idle();
    expect(orders).toEqual([
      {
        id,
        code: "50-5002",
        categoryId: 50,
        typeId: 5002,
        name: "Assessments with Error Number XXXX",
        facility: { id: 111, name: "Willow House", ccn: "015009" },
        startDate: "2026-01-01",
        endDate: "2026-03-31",
        args: {
          ...requestOf("50-5002", { facilityId: 111, userId: 1 }).args,
          n: { value: String(users), label: "" },
        },
        isnp: false,
        requestedAt: START,
      },
    ]);
  });

  it("makes one report at a time, the one that has waited longest first, and none twice", async () => {
    const ids = [await ask()];
    time.advance(1);
    ids.push(await ask("56-804", 112), await ask("60-6032", 211));
    const made: number[] = [];
    let underWay = 0;
    const worker = start(async ({ id }) => {
      expect((underWay += 1)).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      made.push(id);
      return ready;
    });
    await Promise.all([worker.idle(), worker.idle()]);
    await worker.idle();
    expect(made).toEqual(ids);
  });

  it("is woken by a request, and looks by itself for those that nobody tells of", async () => {
    const worker = start(async () => ready);
    await worker.idle();
    const first = await ask();
    worker.wake();
    await expect
      .poll(async () => (await rowOf(first)).status)
      .toBe("completed");
    await worker.idle();
    const second = await ask();
    time.advance(15_000);
    await expect
      .poll(async () => (await rowOf(second)).status)
      .toBe("completed");
  });

  it("tries again ever later, and gives up with words for the reader", async () => {
    const id = await ask();
    const worker = start(async () => {
      throw new Error("canary");
    });
    const delays: number[] = [];
    await worker.idle();
    for (;;) {
      const row = await rowOf(id);
      if (row.status === "error") break;
      expect(row).toMatchObject({ status: "pending", claim: null });
      const delay = Date.parse(row.next_attempt_at) - time.clock().getTime();
      delays.push(delay);
      time.advance(delay - 1);
      await worker.idle();
      expect((await rowOf(id)).attempts).toBe(delays.length);
      time.advance(1);
      await worker.idle();
    }
    expect(delays).toEqual(
      Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
        retryDelayMs(index + 1),
      ),
    );
    expect(delays.slice(0, 3)).toEqual([30_000, 120_000, 480_000]);
    expect(await rowOf(id)).toMatchObject({
      attempts: MAX_ATTEMPTS,
      problem: reportProblems.failed,
      file_bytes: null,
    });
    expect(await files()).toEqual([]);
  });

  it("asks again when the connector says so, within bounds, and for 30 days", async () => {
    const id = await ask();
    let askAgainAt = new Date(START.getTime() + 5 * MINUTE);
    const worker = start(async () => ({ state: "not-yet", askAgainAt }));
    await worker.idle();
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      attempts: 0,
      next_attempt_at: askAgainAt.toISOString(),
    });
    askAgainAt = new Date(0);
    time.advance(5 * MINUTE);
    await worker.idle();
    const soon = time.clock().getTime() + MINUTE;
    expect(Date.parse((await rowOf(id)).next_attempt_at)).toBe(soon);
    time.advance(31 * 24 * 60 * MINUTE);
    await worker.idle();
    expect(await rowOf(id)).toMatchObject({
      status: "error",
      problem: reportProblems.tooLate,
    });
  });

  it("passes a lasting refusal on in the connector's words", async () => {
    const id = await ask();
    const words = "This facility\nis not known to CMS.";
    await start(async () => ({ state: "refused", words })).idle();
    expect(await rowOf(id)).toMatchObject({
      status: "error",
      problem: "This facility is not known to CMS.",
    });
  });

  it("takes an answer that comes without a promise, as JavaScript allows", async () => {
    const id = await ask();
    const fetchReport = (): unknown => ready;
    await start(fetchReport as CmsConnector["fetchReport"]).idle();
    expect((await rowOf(id)).status).toBe("completed");
  });

  it("stores nothing that is no PDF", async () => {
    const id = await ask();
    const content = Buffer.from("<h1>Sign in</h1>");
    await start(async () => ({ state: "ready", content })).idle();
    expect((await rowOf(id)).status).toBe("pending");
    expect(await files()).toEqual([]);
  });

  it("keeps its claim while it works, however long", async () => {
    const id = await ask();
    let end: ((answer: CmsAnswer) => void) | undefined;
    const worker = start(() => new Promise((resolve) => (end = resolve)));
    await expect.poll(() => end).toBeDefined();
    for (let minute = 0; minute < 3; minute += 1) {
      const before = (await rowOf(id)).claimed_until;
      time.advance(MINUTE / 3);
      await expect
        .poll(async () => (await rowOf(id)).claimed_until)
        .not.toBe(before);
      expect(await claimNext(store.db, time.clock())).toBeNull();
    }
    end?.(ready);
    await worker.idle();
    expect((await rowOf(id)).status).toBe("completed");
  });

  it("throws away what it made after its claim was lost", async () => {
    const id = await ask();
    let end: ((answer: CmsAnswer) => void) | undefined;
    const worker = start(() => new Promise((resolve) => (end = resolve)));
    await expect.poll(() => end).toBeDefined();
    const late = new Date(time.clock().getTime() + LEASE_MS);
    const other = await claimNext(store.db, late);
    expect(other?.id).toBe(id);
    end?.(ready);
    await worker.idle();
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      claim: other?.claim,
    });
    expect(await files()).toEqual([]);
  });

  it("gives an attempt up at a stop, also where the connector does not heed it, and the next start takes it up", async () => {
    const id = await ask();
    let signal: AbortSignal | undefined;
    const worker = start((_, attempt) => {
      signal = attempt.signal;
      return new Promise(() => undefined);
    });
    await expect.poll(() => signal).toBeDefined();
    await worker.stop();
    expect(signal?.aborted).toBe(true);
    expect(await rowOf(id)).toMatchObject({
      status: "pending",
      claim: null,
      attempts: 0,
    });
    await start(async () => ready).idle();
    expect((await rowOf(id)).status).toBe("completed");
  });

  it("ends an attempt that takes longer than ten minutes", async () => {
    const id = await ask();
    let calls = 0;
    const worker = start(() => {
      calls += 1;
      return new Promise(() => undefined);
    });
    await expect.poll(() => calls).toBe(1);
    time.advance(10 * MINUTE);
    await expect.poll(async () => (await rowOf(id)).claim).toBeNull();
    expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 1 });
    await worker.stop();
  });

  it("gives up a request at which its process has ended time and again", async () => {
    const id = await ask();
    await store.db
      .updateTable("qies_reports")
      .set({ attempts: MAX_ATTEMPTS, status: "pending" })
      .execute();
    await start(async () => ready).idle();
    expect(await rowOf(id)).toMatchObject({
      status: "error",
      problem: reportProblems.failed,
    });
  });

  it("lets one of two workers have a request, and the second only after the lease", async () => {
    await ask();
    const claims = await Promise.all([
      claimNext(store.db, START),
      claimNext(store.db, START),
    ]);
    const [held] = claims.filter((claim) => claim !== null);
    expect(claims.filter((claim) => claim === null)).toHaveLength(1);
    const later = (ms: number) => new Date(START.getTime() + ms);
    expect(await claimNext(store.db, later(LEASE_MS - 1))).toBeNull();
    const next = await claimNext(store.db, later(LEASE_MS));
    expect(next?.attempts).toBe(2);
    if (!held) throw new Error("nobody has it");
    expect(await extendLease(store.db, held, later(LEASE_MS))).toBe(false);
    const made = { content: PDF, name: "x", dataVersion: null };
    expect(await complete(store.db, held, made, later(LEASE_MS))).toBe(false);
    expect(await files()).toEqual([]);
  });

  it("stores nothing of a report that is larger than any is", async () => {
    const id = await ask();
    function* endless() {
      yield PDF;
      for (;;) yield new Uint8Array(1_000_000);
    }
    await start(async () => ({ state: "ready", content: endless() })).idle();
    expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 1 });
    expect(await files()).toEqual([]);
  });

  it("leaves nothing of a request that goes with its facility", async () => {
    const kept = await ask();
    const closing = { ...PLACES.facilities[0]!, id: 113 };
    await store.db.insertInto("facilities").values(closing).execute();
    await ask("56-804", closing.id);
    await start(async () => ready).idle();
    expect(await files()).toHaveLength(2);
    await store.db
      .deleteFrom("facilities")
      .where("id", "=", closing.id)
      .execute();
    expect(await files()).toMatchObject([{ report_id: kept }]);
  });
});
