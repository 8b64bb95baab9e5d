import { afterEach, expect, it, vi } from "vitest";
import type { CallContext } from "~/data/call.server";
import type { BoundCall, SignedIn } from "~/session/require-user.server";
import { loadCensusMarks } from "./load-census-marks.server";
import type { FiguresRequest } from "./load-panels.server";

const PAGE = {
  level: "company",
  id: 0,
  filters: { isnp: false },
} as FiguresRequest;

function signedInWith(
  call: (options?: Pick<CallContext, "deadlineMs" | "signal">) => unknown,
  mark = "one",
): SignedIn {
  return {
    mark,
    user: { viewer: { accessLevel: "company" } },
    call: ((_target, _input, options) => call(options)) as BoundCall,
  } as SignedIn;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("gives marks up that take too long, as somebody who has left: that is no fault of the host", async () => {
  const gone = { kind: "failure", status: 503, reason: "cancelled" };
  const signedIn = signedInWith((options) => {
    expect(options?.deadlineMs).toBeUndefined();
    return new Promise((resolve) => {
      options?.signal?.addEventListener("abort", () => resolve(gone));
    });
  });
  expect(await loadCensusMarks(signedIn, PAGE, "page")).toMatchObject({
    marks: [],
  });
});

it("asks a host that does not serve them no more in a session, also where it says so with 404", async () => {
  let calls = 0;
  const missing = { kind: "failure", status: 404, reason: "host" };
  const signedIn = signedInWith(() => (calls++, missing), "two");
  for (let page = 0; page < 3; page += 1) {
    const marks = await loadCensusMarks(signedIn, PAGE, "page");
    expect(marks).toMatchObject({ marks: [] });
  }
  // Once for the place, and once without one.
  expect(calls).toBe(2);
});

it("waits longer for the marks of a sheet that is printed", async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), ms);
    return gone.signal;
  });
  const silent = {
    is_silent: true,
    last_movement: "2026-06-09T13:00:00.000Z",
    facility_id: 101,
  };
  const answer = { data: [silent], facilities: 3, marked: 1 };
  const signedIn = signedInWith(
    (options) =>
      new Promise((resolve) => {
        setTimeout(() => resolve({ kind: "data", answer }), 2_000);
        options?.signal?.addEventListener("abort", () =>
          resolve({ kind: "failure", status: 503, reason: "cancelled" }),
        );
      }),
    "three",
  );
  const page = loadCensusMarks(signedIn, PAGE, "page");
  const sheet = loadCensusMarks(signedIn, PAGE, "huddle");
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await page).marks).toEqual([]);
  expect((await sheet).marks).toHaveLength(1);
});
