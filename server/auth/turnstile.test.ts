import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turnstile } from "./turnstile";

const LIMITS = { atOnce: 1, waiting: 2, patienceMs: 4_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the turnstile", () => {
  it("lets in as many as may be inside, and the others in the order in which they came", async () => {
    const turnstile = new Turnstile(LIMITS);
    const leave = await turnstile.enter();
    const order: number[] = [];
    const waiting = [1, 2].map(async (who) => {
      const leaveToo = await turnstile.enter();
      order.push(who);
      leaveToo?.();
    });
    expect(order).toEqual([]);
    leave?.();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    expect(await turnstile.enter()).not.toBeNull();
  });

  it("turns away who finds too many waiting", async () => {
    const turnstile = new Turnstile(LIMITS);
    await turnstile.enter();
    void turnstile.enter();
    void turnstile.enter();
    expect(await turnstile.enter()).toBeNull();
  });

  it("turns away who has waited too long, so that those behind are heard in time", async () => {
    const turnstile = new Turnstile(LIMITS);
    const leave = await turnstile.enter();
    const early = turnstile.enter();
    await vi.advanceTimersByTimeAsync(LIMITS.patienceMs - 1);
    const late = turnstile.enter();
    await vi.advanceTimersByTimeAsync(1);
    expect(await early).toBeNull();
    leave?.();
    expect(await late).not.toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
