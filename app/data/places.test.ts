import { describe, expect, it } from "vitest";
import { Places } from "./places.server";

const NEVER = new AbortController().signal;

describe("a place", () => {
  it("is had at once while there are some, and then in the order of asking", async () => {
    const places = new Places(2);
    const first = await places.take(NEVER);
    await places.take(NEVER);
    const order: string[] = [];
    const third = places.take(NEVER).then((leave) => {
      order.push("third");
      leave?.();
    });
    const fourth = places.take(NEVER).then(() => order.push("fourth"));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    await Promise.all([third, fourth]);
    expect(order).toEqual(["third", "fourth"]);
  });

  it("is left once", async () => {
    const places = new Places(1);
    const leave = await places.take(NEVER);
    leave?.();
    leave?.();
    await places.take(NEVER);
    const asker = new AbortController();
    const second = places.take(asker.signal);
    asker.abort();
    expect(await second).toBeNull();
  });

  it("is not given to those who have gone", async () => {
    const places = new Places(1);
    const leave = await places.take(NEVER);
    const asker = new AbortController();
    const gone = places.take(asker.signal);
    const next = places.take(NEVER);
    asker.abort();
    leave?.();
    expect(await gone).toBeNull();
    expect(await next).toBeTypeOf("function");
    expect(await places.take(AbortSignal.abort())).toBeNull();
  });
});
