import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createExportLimit } from "./export-limit";
import { Refusal } from "./refusal";

/** Blocks the process, as reading rows does. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
  }
  throw new Error("nothing was refused");
}

const WITHOUT_LIMITS = { perUser: 100, inAll: 100 };

describe("exports that work at once", () => {
  it("take turns, part by part, however many there are", async () => {
    const limit = createExportLimit(WITHOUT_LIMITS);
    const order: number[] = [];
    let working = 0;
    const make = async (user: number) => {
      const slot = limit.begin(user);
      for (let part = 0; part < 3; part += 1) {
        await slot.inTurn(async () => {
          working += 1;
          expect(working).toBe(1);
          await turnOfTheLoop();
          order.push(user);
          working -= 1;
        });
      }
    };
    const users = Array.from({ length: 20 }, (_, user) => user);
    await Promise.all(users.map(make));
    expect(order).toEqual([...users, ...users, ...users]);
  });

  it("leave the process to others after each part, for as long as the part took", async () => {
    const events: string[] = [];
    const pauses: number[] = [];
    const limit = createExportLimit({
      ...WITHOUT_LIMITS,
      pause: async (ms) => {
        pauses.push(ms);
        await turnOfTheLoop();
      },
    });
    const make = async (user: number) => {
      const slot = limit.begin(user);
      for (let part = 0; part < 2; part += 1) {
        await slot.inTurn(async () => {
          block(3);
          events.push("part");
        });
      }
    };
    let isOver = false;
    const others = async () => {
      while (!isOver) {
        events.push("others");
        await turnOfTheLoop();
      }
    };
    const watching = others();
    await Promise.all(Array.from({ length: 20 }, (_, user) => make(user)));
    isOver = true;
    await watching;
    expect(events.filter((event) => event === "part")).toHaveLength(40);
    expect(events.join()).not.toContain("part,part");
    // The last pause may not have begun.
    expect(pauses.length).toBeGreaterThanOrEqual(39);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3);
  });

  it("go on after one of them fails or has left", async () => {
    const limit = createExportLimit();
    const failing = limit.begin(1);
    const leaving = limit.begin(2);
    const last = limit.begin(3);
    let worked = 0;
    const failed = failing.inTurn(() => Promise.reject(new Error("disk")));
    const left = leaving.inTurn(async () => (worked += 1));
    const done = last.inTurn(async () => (worked += 1));
    leaving.release();
    await expect(failed).rejects.toThrow("disk");
    await expect(left).rejects.toThrow("aborted");
    expect(await done).toBe(1);
  });
});

describe("one export more", () => {
  it("than two for a user is refused in words, until one of theirs has left", () => {
    const limit = createExportLimit();
    const first = limit.begin(1);
    limit.begin(1);
    expect(refusalOf(() => limit.begin(1))).toMatchObject({
      status: 429,
      words:
        "Two exports are already being made for you. Please wait until they have finished.",
      headers: { "retry-after": expect.stringMatching(/^\d+$/) },
    });
    limit.begin(2);
    first.release();
    limit.begin(1);
    first.release();
    expect(refusalOf(() => limit.begin(1)).status).toBe(429);
  });

  it("than four for everybody is refused to anybody", () => {
    const limit = createExportLimit();
    const slots = [1, 1, 2, 2].map((user) => limit.begin(user));
    const refused = refusalOf(() => limit.begin(3));
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBeDefined();
    slots[3]?.release();
    limit.begin(3);
    expect(refusalOf(() => limit.begin(2)).status).toBe(503);
  });
});
