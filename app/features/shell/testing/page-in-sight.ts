import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

/** Each test begins with a visible page, and chooses the answers to its fetches. */
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
