import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { LastSeen } from "./last-seen";

const SECOND = 1_000;
const log = pino({ level: "silent" });

describe("the last use of a session", () => {
  let saved: [id: string, at: string][];
  let isAway: boolean;
  let rounds: (() => void)[];
  let lastSeen: LastSeen;
  beforeEach(() => {
    saved = [];
    rounds = [];
    isAway = false;
    lastSeen = new LastSeen(
      async (id, at) => {
        if (isAway) throw new Error("away");
        saved.push([id, at]);
      },
      log,
      (_, round) => {
        rounds.push(round);
        return () => undefined;
      },
    );
  });

  const at = (ms: number) => new Date(Date.UTC(2026, 5, 15, 12) + ms);
  const begun = at(0).toISOString();
  async function oneRound() {
    for (const round of rounds.splice(0)) round();
    await lastSeen.settled();
  }

  it("is saved within a minute, also where the session then rests", async () => {
    for (const seconds of [1, 20, 40]) {
      lastSeen.note("one", at(seconds * SECOND), begun);
    }
    lastSeen.note("other", at(30 * SECOND), begun);
    expect(rounds).toHaveLength(1);
    await oneRound();
    expect(saved).toEqual([
      ["one", at(40 * SECOND).toISOString()],
      ["other", at(30 * SECOND).toISOString()],
    ]);
    await oneRound();
    expect(saved).toHaveLength(2);
  });

  it("is saved at once a minute after the last time, and not again by the round", async () => {
    lastSeen.note("one", at(10 * SECOND), begun);
    lastSeen.note("one", at(60 * SECOND), begun);
    await oneRound();
    expect(saved).toEqual([["one", at(60 * SECOND).toISOString()]]);
  });

  it("is saved later where the database was away", async () => {
    isAway = true;
    lastSeen.note("one", at(10 * SECOND), begun);
    await oneRound();
    isAway = false;
    await oneRound();
    expect(saved).toEqual([["one", at(10 * SECOND).toISOString()]]);
  });

  it("is saved by a server that stops", async () => {
    lastSeen.note("one", at(10 * SECOND), begun);
    await lastSeen.end();
    expect(saved).toEqual([["one", at(10 * SECOND).toISOString()]]);
  });
});
