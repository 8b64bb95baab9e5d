import { afterEach, expect, it, vi } from "vitest";
import { postCell } from "./use-access-cell";

afterEach(() => void vi.unstubAllGlobals());

const CHANGE = { reportId: 3, level: "region", allow: true } as const;

/** Browsers before 2022 have the class without this. */
function forgetTimeout() {
  vi.stubGlobal("AbortSignal", { timeout: undefined });
}

it("saves in browsers that know no signal of a timeout", async () => {
  forgetTimeout();
  vi.stubGlobal("fetch", async () => Response.json({ saved: true }));
  expect(await postCell(CHANGE, "token")).toEqual({ saved: true });
});

it("gives up on a server that says nothing for 15 seconds", async () => {
  vi.useFakeTimers();
  forgetTimeout();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  const answer = postCell(CHANGE, "token");
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await answer).toEqual({ saved: false, error: null });
});
