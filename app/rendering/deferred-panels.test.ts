import { describe, expect, it, vi } from "vitest";
import { watchArrivals } from "./deferred-panels.server";

/** A promise that is settled from outside. */
function later<T>() {
  let settle = (_: T) => {};
  let fail = (_: unknown) => {};
  const promise = new Promise<T>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  return { promise, settle, fail };
}

describe("parts of a page that are asked for", () => {
  it("are not waited for longer than was said, and no longer than it takes", async () => {
    vi.useFakeTimers();
    try {
      const list = later<number>();
      const parts = watchArrivals({ list: list.promise });
      const wait = parts.within(500);
      await vi.advanceTimersByTimeAsync(500);
      await wait;
      expect(parts.come).toEqual({});
      list.settle(1);
      await parts.within(500);
      expect(parts.come).toEqual({ list: 1 });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("fail the wait where one of them fails in time", async () => {
    const [list, graphs] = [later<number>(), later<string>()];
    const parts = watchArrivals<{ list: number; graphs: string }>({
      list: list.promise,
      graphs: graphs.promise,
    });
    const wait = parts.within(500);
    graphs.fail(new Error("refused"));
    await expect(wait).rejects.toThrow("refused");
  });
});
