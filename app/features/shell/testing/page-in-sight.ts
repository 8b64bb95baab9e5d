import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** Begins each test of a file with a page that is looked at, and whose fetches are answered as the test says, while it lets time pass. */
export function pageInSight() {
  let answer: () => Response;
  let visibility: DocumentVisibilityState;
  const ask = vi.fn((_: string) => Promise.resolve(answer()));
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", ask);
    ask.mockClear();
    answer = () => Response.json({});
    visibility = "visible";
    vi.spyOn(document, "visibilityState", "get").mockImplementation(
      () => visibility,
    );
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const pass = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  return {
    ask,
    pass,
    answers(next: () => Response) {
      answer = next;
    },
    async look(...states: DocumentVisibilityState[]) {
      for (const state of states) {
        visibility = state;
        document.dispatchEvent(new Event("visibilitychange"));
      }
      await pass(0);
    },
  };
}
