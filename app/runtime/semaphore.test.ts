import { describe, expect, it } from "vitest";
import { Semaphore } from "./semaphore.server";

describe("a semaphore", () => {
  it("lets in as many as may be at once, and the others in the order of asking", async () => {
    const semaphore = new Semaphore({ atOnce: 2 });
    const first = await semaphore.acquire();
    await semaphore.acquire();
    const order: string[] = [];
    const third = semaphore.acquire().then((release) => {
      order.push("third");
      release?.();
    });
    const fourth = semaphore.acquire().then(() => order.push("fourth"));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    await Promise.all([third, fourth]);
    expect(order).toEqual(["third", "fourth"]);
  });

  it("counts a release once", async () => {
    const semaphore = new Semaphore({ atOnce: 1 });
    const release = semaphore.tryAcquire();
    release?.();
    release?.();
    expect(semaphore.tryAcquire()).not.toBeNull();
    expect(semaphore.tryAcquire()).toBeNull();
  });

  it("passes over those who have given up", async () => {
    const semaphore = new Semaphore({ atOnce: 1 });
    const release = await semaphore.acquire();
    const asker = new AbortController();
    const gone = semaphore.acquire(asker.signal);
    const next = semaphore.acquire();
    asker.abort();
    release?.();
    expect(await gone).toBeNull();
    expect(await next).not.toBeNull();
    expect(await semaphore.acquire(AbortSignal.abort())).toBeNull();
  });

  it("lets somebody else in before those who have a place and want another", async () => {
    const semaphore = new Semaphore<string>({ atOnce: 2, perKey: 2 });
    const first = await semaphore.acquire(undefined, "a");
    await semaphore.acquire(undefined, "a");
    const order: string[] = [];
    const wait = async (key: string) => {
      const release = await semaphore.acquire(undefined, key);
      order.push(key);
      return release;
    };
    const waiting = [wait("a"), wait("a"), wait("b"), wait("b")];
    first?.();
    (await waiting[2])?.();
    await waiting[3];
    expect(order).toEqual(["b", "b"]);
  });

  it("keeps those waiting who have all that one key may have", async () => {
    const semaphore = new Semaphore<string>({ atOnce: 2, perKey: 1 });
    const first = await semaphore.acquire(undefined, "a");
    const second = semaphore.acquire(undefined, "a");
    const other = await semaphore.acquire(undefined, "b");
    other?.();
    expect(semaphore.tryAcquire("c")).not.toBeNull();
    first?.();
    expect(await second).not.toBeNull();
  });

  it("refuses who finds the queue full", async () => {
    const semaphore = new Semaphore({ atOnce: 1, queue: 1 });
    const release = await semaphore.acquire();
    const waiting = semaphore.acquire();
    expect(await semaphore.acquire()).toBeNull();
    release?.();
    expect(await waiting).not.toBeNull();
  });

  it("has whoever waits most make room for somebody else in a full queue", async () => {
    const semaphore = new Semaphore<string>({ atOnce: 1, queue: 3 });
    const release = await semaphore.acquire(undefined, "loop", "ward");
    const loop = Array.from({ length: 3 }, () =>
      semaphore.acquire(undefined, "loop", "ward"),
    );
    expect(await semaphore.acquire(undefined, "loop", "ward")).toBeNull();
    // Another user at the same address, then one of another address.
    const [near, far] = [
      ["near", "ward"],
      ["far", "home"],
    ].map((keys) => semaphore.acquire(undefined, ...keys));
    expect(await Promise.all(loop.slice(1))).toEqual([null, null]);
    release?.();
    for (const asked of [loop[0], near, far]) {
      const turn = await asked;
      expect(turn).not.toBeNull();
      turn?.();
    }
  });

  it("bounds one key, and leaves room for others", () => {
    const semaphore = new Semaphore<string>({ atOnce: 3, perKey: 2 });
    const release = semaphore.tryAcquire("a");
    semaphore.tryAcquire("a");
    expect(semaphore.tryAcquire("a")).toBeNull();
    expect(semaphore.isFullFor("a")).toBe(true);
    expect(semaphore.tryAcquire("b")).not.toBeNull();
    expect(semaphore.tryAcquire()).toBeNull();
    release?.();
    expect(semaphore.isFullFor("a")).toBe(false);
    expect(semaphore.tryAcquire("a")).not.toBeNull();
  });
});
