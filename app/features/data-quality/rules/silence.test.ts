import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { habitsOf, isSilent, silentSince, type FeedMovements } from "./silence";

const HOUR = 3_600_000;
/** A Monday at noon. */
const LAST = Date.parse("2026-06-15T12:00:00Z");
const LAST_DAY = epochDayOf("2026-06-15");

/** A feed whose days are alike, of a year before its newest movement. */
function feed(perDay: (day: number) => number, days = 365): FeedMovements {
  const byDay = new Map<number, number>();
  for (let day = LAST_DAY - days; day <= LAST_DAY; day += 1) {
    byDay.set(day, perDay(day));
  }
  return {
    firstMessageMs: LAST - days * 24 * HOUR,
    lastMovementMs: LAST,
    byDay,
  };
}

function after(movements: FeedMovements, hours: number) {
  const now = new Date(LAST + hours * HOUR);
  const habits = habitsOf(movements, Math.floor(now.getTime() / (24 * HOUR)));
  const { usual, recent } = habits;
  return {
    usual,
    recent,
    isSilent: isSilent(movements.lastMovementMs, habits, now),
  };
}

describe("a facility's feed", () => {
  it("is silent only after a day and a night, however lively it was", () => {
    const lively = feed(() => 50);
    expect(after(lively, 23.99).isSilent).toBe(false);
    expect(after(lively, 24)).toMatchObject({ usual: 50, isSilent: true });
  });

  it("is silent from the hour at which its own rate makes the gap less likely than 1 in 1,000", () => {
    // ln 1,000 is 6.908 movements, of which 6 a day make 27.63 hours.
    const usual = feed(() => 6);
    expect(after(usual, 27.6).isSilent).toBe(false);
    expect(after(usual, 27.7).isSilent).toBe(true);
  });

  it("is silent since the hour in which it became so, however long it has been", () => {
    const since = (hours: number) => {
      const now = new Date(LAST + hours * HOUR);
      const silent = silentSince(
        LAST,
        habitsOf(
          feed(() => 6),
          LAST_DAY,
        ),
        now,
      );
      return silent && (silent.getTime() - LAST) / HOUR;
    };
    expect([27.6, 27.7, 28, 29, 2_000].map(since)).toEqual([
      null,
      27.7,
      28,
      28,
      28,
    ]);
  });

  it("with few movements waits as long as they are apart", () => {
    // Once a week: 48.4 days.
    const quiet = feed((day) => Number(day % 7 === LAST_DAY % 7));
    expect(after(quiet, 48 * 24).isSilent).toBe(false);
    expect(after(quiet, 50 * 24).isSilent).toBe(true);
  });

  it("is not silent on a weekend on which it never says much", () => {
    const isWeekend = (day: number) =>
      [5, 6].includes((day - LAST_DAY + 700) % 7);
    const weekdays = feed((day) => (isWeekend(day) ? 0 : 8));
    const friday: FeedMovements = {
      ...weekdays,
      lastMovementMs: LAST - 2.5 * 24 * HOUR,
    };
    expect(after(friday, -12).isSilent).toBe(false);
    expect(after(friday, 9).isSilent).toBe(true);
  });

  it("is not judged before two whole weeks are known, the first day left out", () => {
    expect(
      after(
        feed(() => 9, 14),
        200,
      ),
    ).toMatchObject({
      usual: null,
      isSilent: false,
    });
    expect(
      after(
        feed(() => 9, 15),
        200,
      ),
    ).toMatchObject({
      usual: 9,
      isSilent: true,
    });
  });

  it("does not take the residents of its first day for movements", () => {
    const young = feed((day) => (day === LAST_DAY - 20 ? 900 : 2), 20);
    expect(after(young, 48)).toMatchObject({ usual: 2, isSilent: false });
  });

  it("is measured by the 90 days before its newest movement", () => {
    const grown = feed((day) => (day < LAST_DAY - 90 ? 100 : 3));
    expect(after(grown, 1).usual).toBe(3);
  });

  it("that never told of a movement is not silent", () => {
    const none = { ...feed(() => 0), lastMovementMs: null };
    expect(after(none, 1_000)).toEqual({
      usual: null,
      recent: 0,
      isSilent: false,
    });
  });

  it("has the mean of its last seven whole days beside what is usual", () => {
    const slower = feed((day) => (day < LAST_DAY - 7 ? 6 : 2));
    expect(after(slower, 1).recent).toBe(2);
    expect(after(slower, 24 * 7).recent).toBe(2 / 7);
    expect(
      after(
        feed(() => 2, 3),
        1,
      ).recent,
    ).toBeNull();
  });
});
