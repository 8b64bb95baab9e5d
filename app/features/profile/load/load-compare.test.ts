import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Metrics } from "~/contract/metrics";
import type { Outcome } from "~/data/call.server";
import type { Level } from "~/domain/places/hierarchy";
import type { SignedIn } from "~/session/require-user.server";
import {
  CALLS_AT_ONCE,
  CALLS_IN_ALL,
  loadCompare,
} from "./load-compare.server";

type Call = SignedIn["call"];

interface Asked {
  level: Level;
  id: number;
  query: { isnp?: boolean; facility_id?: number };
  signal: AbortSignal | undefined;
  deadlineMs: number | undefined;
}

type Answer = Outcome<{ data: Metrics }>;

const FILTERS = {
  startDate: "2026-01-01",
  endDate: "2026-06-30",
  isnp: true,
};

function metricsWith(rth: number | null, admissions: number | null): Metrics {
  const none = { count: 0, rate: null };
  return {
    patient_count: 1,
    days_of_care: 1,
    snf_adm: 1,
    short_stays: {
      rth: { count: rth, rate: null },
      ed: none,
      ach_adm: admissions,
    },
    long_stays: {
      h_1000: none,
      ed_1000: none,
      adm_1000: none,
      pd_lt_doc: 1_000,
    },
  };
}

function dataOf(rth: number | null, admissions: number | null): Answer {
  return { kind: "data", answer: { data: metricsWith(rth, admissions) } };
}

function failure(status: number): Answer {
  return { kind: "failure", status, reason: "host" };
}

/** A call that answers as told and remembers what it was asked. */
function fakeCall(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = [];
  const call = async (
    _target: unknown,
    input: { params: { level: Level; id: number }; query: Asked["query"] },
    options: { signal?: AbortSignal; deadlineMs?: number } = {},
  ) => {
    const { level, id } = input.params;
    const one = {
      level,
      id,
      query: input.query,
      signal: options.signal,
      deadlineMs: options.deadlineMs,
    };
    asked.push(one);
    return answer(one);
  };
  return { asked, call: call as Call };
}

/** Waits until it is given up. */
function stuck({ signal }: Pick<Asked, "signal">): Promise<Answer> {
  return new Promise((done) => {
    signal?.addEventListener("abort", () => done(failure(503)));
  });
}

function listOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `House ${index + 1}`,
    physician_count: 1,
    patient_count: 1,
    long_stay_patient_count: 1,
    admit_from_hospital_count: 1,
  }));
  return {
    state: "data" as const,
    data: {
      data: { kind: "places" as const, rows },
      lastUpdated: null,
      reach: null,
    },
  };
}

/** Whoever asks stays to the end. */
const STAYING = new AbortController().signal;

const REGION = { level: "region", id: 7, filters: FILTERS } as const;

/** A region with so many facilities. */
function compared(call: Call, facilities: number, deadlineMs?: number) {
  return loadCompare(call, REGION, listOf(facilities), STAYING, deadlineMs);
}

function pause(ms = 5) {
  return new Promise((done) => setTimeout(done, ms));
}

describe("the children of a level", () => {
  test("are each asked for under the filters of the page, and shown in their order", async () => {
    const { asked, call } = fakeCall(async ({ id }) => {
      await pause(20 - id * 4);
      return dataOf(id, id * 10);
    });
    const compare = await compared(call, 3);
    expect(asked.map(({ level, id, query }) => [level, id, query])).toEqual(
      [1, 2, 3].map((id) => ["facility", id, { isnp: true }]),
    );
    expect(compare).toMatchObject({
      state: "data",
      data: {
        children: [{ id: 1, name: "House 1" }, { id: 2 }, { id: 3 }],
        counts: {
          rth: { events: [1, 2, 3], denominators: [10, 20, 30] },
          ed: { events: [0, 0, 0], denominators: [10, 20, 30] },
          adm_1000: { denominators: [32.8542, 32.8542, 32.8542] },
        },
        awaited: null,
      },
    });
  });

  test("are all asked for, however many, but only a few at a time", async () => {
    let running = 0;
    let most = 0;
    const { asked, call } = fakeCall(async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(1);
      running -= 1;
      return dataOf(1, 10);
    });
    await compared(call, 300);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(300);
    expect(asked).toHaveLength(300);
    expect(most).toBe(CALLS_AT_ONCE);
  });

  test("are not asked for where there is one or none", async () => {
    const { asked, call } = fakeCall(() => dataOf(1, 10));
    expect(await compared(call, 0)).toEqual({
      state: "empty",
    });
    expect(await compared(call, 1)).toMatchObject({
      state: "data",
      data: { children: [{ id: 1 }], counts: { rth: { events: [null] } } },
    });
    expect(asked).toEqual([]);
  });
});

describe("a child", () => {
  test("none of whose admissions is settled is awaited", async () => {
    const { call } = fakeCall(({ id }) => {
      const { short_stays, ...more } = metricsWith(0, 12);
      const settled_adm = id === 2 ? 0 : 12;
      const data = { ...more, short_stays: { ...short_stays, settled_adm } };
      return { kind: "data", answer: { data } };
    });
    expect(await compared(call, 3)).toMatchObject({
      data: { awaited: [2] },
    });
  });

  test.each([400, 403, 404, 500, 504])(
    "whose call fails with %i is unknown, and the others are shown",
    async (status) => {
      const { call } = fakeCall(({ id }) =>
        id === 2 ? failure(status) : dataOf(id, 40),
      );
      expect(await compared(call, 3)).toMatchObject({
        state: "data",
        data: {
          counts: {
            rth: { events: [1, null, 3], denominators: [40, null, 40] },
          },
        },
      });
    },
  );

  test("whose data end before the range is unknown", async () => {
    const { call } = fakeCall(({ id }) =>
      id === 1 ? { kind: "empty", through: "2025-12-31" } : dataOf(1, 40),
    );
    expect(await compared(call, 2)).toMatchObject({
      data: {
        counts: { rth: { events: [null, 1], denominators: [null, 40] } },
      },
    });
  });
});

test("only where every call fails it is an error", async () => {
  const { call } = fakeCall(() => failure(503));
  expect(await compared(call, 4)).toMatchObject({
    state: "error",
    status: 503,
  });
});

test("a session that has ended is thrown, and nobody else is asked", async () => {
  const login = new Response(null, { status: 302 });
  const { asked, call } = fakeCall(async ({ id }) => {
    if (id === 3) throw login;
    await pause();
    return dataOf(1, 40);
  });
  await expect(compared(call, 100)).rejects.toBe(login);
  await pause(40);
  expect(asked.length).toBeLessThanOrEqual(CALLS_AT_ONCE);
  expect(asked.every(({ signal }) => signal?.aborted)).toBe(true);
});

describe("whoever asks and is gone", () => {
  test("has nobody asked for after those who are asked for already", async () => {
    const asker = new AbortController();
    const { asked, call } = fakeCall(async ({ signal }) => {
      await pause(10);
      return signal?.aborted ? failure(503) : dataOf(1, 40);
    });
    const compare = loadCompare(call, REGION, listOf(300), asker.signal);
    await pause(15);
    asker.abort();
    const before = asked.length;
    await compare;
    expect(before).toBeGreaterThan(0);
    expect(asked.every(({ signal }) => signal?.aborted)).toBe(true);
    await pause(30);
    expect(asked).toHaveLength(before);
  });

  test("is heard where calls are answered in this process, without a wait", async () => {
    const asker = new AbortController();
    const { asked, call } = fakeCall(() => dataOf(1, 40));
    const compare = loadCompare(call, REGION, listOf(300), asker.signal);
    // As a closed connection is told of: in a turn of the loop.
    setImmediate(() => asker.abort());
    await compare;
    expect(asked.length).toBeLessThanOrEqual(2 * CALLS_AT_ONCE);
  });

  test("leaves the places to the comparisons of others", async () => {
    const asker = new AbortController();
    const waiting = fakeCall(stuck);
    const leaving = Array.from({ length: 4 }, () =>
      loadCompare(waiting.call, REGION, listOf(20), asker.signal),
    );
    while (waiting.asked.length < CALLS_IN_ALL) await turnOfTheLoop();
    const other = fakeCall(() => dataOf(1, 40));
    const staying = loadCompare(other.call, REGION, listOf(20), STAYING);
    await pause();
    expect(other.asked).toHaveLength(0);
    asker.abort();
    await Promise.all([...leaving, staying]);
    expect(waiting.asked).toHaveLength(CALLS_IN_ALL);
    expect(other.asked).toHaveLength(20);
  });
});

test("all comparisons together ask for a few at a time, and each comes to its end", async () => {
  let running = 0;
  let most = 0;
  const { asked, call } = fakeCall(async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(1);
    running -= 1;
    return dataOf(1, 10);
  });
  const comparisons = await Promise.all(
    Array.from({ length: 10 }, () => compared(call, 30)),
  );
  expect(most).toBe(CALLS_IN_ALL);
  expect(asked).toHaveLength(300);
  for (const compare of comparisons) {
    if (compare.state !== "data") throw new Error(compare.state);
    expect(compare.data.counts.rth.events).toEqual(Array(30).fill(1));
  }
});

describe("the deadline", () => {
  const DEADLINE_MS = 120;

  test("shows what has come, and the rest as unknown", async () => {
    const { asked, call } = fakeCall(({ id, signal }) =>
      id <= 10 ? dataOf(id, 40) : stuck({ signal }),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.fn();
    const loading = compared(call, 50, DEADLINE_MS).finally(ended);
    while (asked.length < 10 + CALLS_AT_ONCE) await turnOfTheLoop();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    await turnOfTheLoop();
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    // The clock stands from here on, so that this comes now or never.
    const compare = await loading;
    if (compare.state !== "data") throw new Error(compare.state);
    const { events } = compare.data.counts.rth;
    expect(events.filter((count) => count !== null)).toHaveLength(10);
    expect(events).toHaveLength(50);
    expect(asked).toHaveLength(10 + CALLS_AT_ONCE);
  });

  test("comes though memory is cleared meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const clearMemory = runInNewContext("gc") as () => void;
    const clearing = setInterval(clearMemory, 10);
    onTestFinished(() => clearInterval(clearing));
    const { asked, call } = fakeCall(stuck);
    await compared(call, 20, DEADLINE_MS);
    expect(asked).toHaveLength(CALLS_AT_ONCE);
  });

  test("leaves a single call the time of any other", async () => {
    const { asked, call } = fakeCall(() => dataOf(1, 40));
    await compared(call, 2);
    expect(asked.map(({ deadlineMs }) => deadlineMs)).toEqual([5_000, 5_000]);
  });
});
