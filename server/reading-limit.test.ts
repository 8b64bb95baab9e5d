import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Question } from "~server/measures/question";
import { createReadingLimit, ReaderGone } from "./reading-limit";

const RANGE = { isnp: false, from: 0, to: 1 };
const COMPANY: Question = { ...RANGE, facilityIds: "all" };
const FACILITY: Question = { ...RANGE, facilityIds: [1] };
const PHYSICIAN: Question = { ...COMPANY, npi: 1_000_000_001 };
const NOBODY: Question = { ...COMPANY, npi: null };

/** A limit, and readings in it that end when they are told to. */
function readings() {
  const limit = createReadingLimit({ perUser: 2, inAll: 3 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, userId: number, question = COMPANY) =>
    limit.whenFree(
      question,
      { userId, signal: new AbortController().signal },
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    );
  return { limit, begun, ends, read };
}

describe("long readings", () => {
  it("of one user have two places, and others come before a third", async () => {
    const { begun, ends, read } = readings();
    for (const name of ["a1", "a2", "a3", "a4"]) void read(name, 1);
    void read("b1", 2);
    void read("b2", 2);
    void read("c1", 3);
    await nextTurn();
    expect(begun).toEqual(["a1", "a2", "b1"]);
    ends[0]?.();
    await nextTurn();
    expect(begun).toEqual(["a1", "a2", "b1", "c1"]);
  });

  it("keep nobody waiting who asks of few facilities, or of one physician", async () => {
    const { begun, read } = readings();
    for (const user of [1, 2, 3, 4]) void read(`wide ${user}`, user, NOBODY);
    void read("facility", 5, FACILITY);
    void read("physician", 5, PHYSICIAN);
    await nextTurn();
    expect(begun.slice().sort()).toEqual(
      ["wide 1", "wide 2", "wide 3", "facility", "physician"].sort(),
    );
  });

  it("are not begun for those who have left", async () => {
    const { limit, read } = readings();
    for (const user of [1, 2, 3]) void read("wide", user);
    const asker = new AbortController();
    const waiting = limit.whenFree(
      COMPANY,
      { userId: 4, signal: asker.signal },
      () => Promise.reject(new Error("read in vain")),
    );
    asker.abort();
    await expect(waiting).rejects.toBeInstanceOf(ReaderGone);
  });
});
