// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionKeeper } from "./session-keeper";

vi.mock("./running-clock", () => ({ RunningClock: () => null }));

const WHOLE_MS = 15 * 60_000;
const HREF = "/left-open?from=%2Fregion-profile%2F2";
const assign = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  assign.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(): void {
  render(
    <SessionKeeper
      csrfToken="csrf"
      session={{
        mark: "one",
        remainingMs: WHOLE_MS,
        leavesInMs: WHOLE_MS,
        leavesAtText: "03:45 PM",
        leftOpenHref: HREF,
      }}
    />,
  );
}

/** The clock's script has come, or it is known that it does not. */
async function untilFetched(): Promise<void> {
  await act(() => import("./running-clock").catch(() => undefined));
  await act(() => Promise.resolve());
}

test("a page whose clock does not come in time leaves by itself", () => {
  show();
  vi.advanceTimersByTime(WHOLE_MS - 1);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledWith(HREF);
});

test("a page with a clock leaves that to it", async () => {
  show();
  await untilFetched();
  vi.advanceTimersByTime(WHOLE_MS);
  expect(assign).not.toHaveBeenCalled();
});

test("what stands by for scripts that do not come is told that they came", () => {
  show();
  expect(document.documentElement.dataset.clock).toBe("coming");
  cleanup();
  expect(document.documentElement.dataset.clock).toBeUndefined();
});

test("a page whose clock is blocked leaves by itself", async () => {
  vi.resetModules();
  vi.doMock("./running-clock", () => Promise.reject(new Error("blocked")));
  show();
  await untilFetched();
  vi.advanceTimersByTime(WHOLE_MS);
  expect(assign).toHaveBeenCalledWith(HREF);
});
