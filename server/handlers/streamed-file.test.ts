import { pino } from "pino";
import { beforeEach, expect, it, vi } from "vitest";
import { streamOf } from "./streamed-file";

const PARTS = 300;
/** Of a thin line that takes 16 KB a second. */
const PART = { rows: 1, text: "x".repeat(16_000) };
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

/** Takes a part each time that it has waited; how the file ended, and how many parts were taken. */
async function take(waits: (part: number) => number) {
  const endings: string[] = [];
  let left = PARTS - 1;
  const reader = streamOf({
    head: "",
    first: PART,
    parts: { next: async () => (left-- > 0 ? PART : null) },
    stalledMs: MINUTE_MS,
    gone: new AbortController().signal,
    log: pino({ enabled: false }),
    ended: (_, ending) => endings.push(ending),
  }).getReader();
  let taken = 0;
  try {
    while (!(await reader.read()).done) {
      taken += 1;
      await vi.advanceTimersByTimeAsync(waits(taken));
    }
  } catch (error) {
    expect((error as Error).message).toContain("stopped reading");
  }
  return { endings, taken };
}

it("is made for whoever takes it on a thin line, however long that takes", async () => {
  expect(await take(() => 999)).toEqual({
    endings: ["complete"],
    taken: PARTS,
  });
});

it("waits a minute in all for whoever takes it more slowly, however often they take a little", async () => {
  expect(await take(() => 59_000)).toEqual({ endings: ["stalled"], taken: 2 });
  const { endings, taken } = await take(() => 2_000);
  expect(endings).toEqual(["stalled"]);
  expect(taken).toBeGreaterThan(50);
  expect(taken).toBeLessThan(70);
});

it("waits for who has stopped once no longer than for who never began", async () => {
  const stops = (at: number) => (part: number) => (part === at ? 60_000 : 0);
  expect(await take(stops(200))).toEqual({ endings: ["stalled"], taken: 200 });
});
