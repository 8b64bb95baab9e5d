import { expect, test } from "vitest";
import { measureOf } from "../testing/chart-story";
import { readSeries } from "~/features/signals/rules/variation";
import { judgedByChance, poisson, randomOf } from "../testing/false-alarms";
import { judgeSeries } from "./judge-series";

const SERIES = 400;
const MONTHS = 18;

/** Admissions of a month, or long-stay days. */
const OVER = { rth: 20, h_1000: 3000 };

/** The percentages of clusters in the newest month that are found, by the limits of chance alone and by those in force. */
function found(tag: "rth" | "h_1000", expected: number, newest: number) {
  const measure = measureOf(tag);
  const over = OVER[tag];
  const random = randomOf(20_261_127);
  const shares = { plain: 0, adjusted: 0 };
  for (let series = 0; series < SERIES; series += 1) {
    const counts = Array.from({ length: MONTHS }, (_, month) =>
      month === MONTHS - 1 ? newest : poisson(expected, random),
    );
    const events = counts.flatMap((count, month) =>
      placesOf(tag, count, random).map((place) => ({
        day: "2026-01-01",
        month,
        counted: month * over + place,
      })),
    );
    const line = {
      rates: counts.map((count) => (count * measure.multiplier) / over),
      denominators: counts.map(() => over),
    };
    for (const limits of ["plain", "adjusted"] as const) {
      const judged =
        limits === "plain"
          ? judgedByChance(measure, line)
          : judgeSeries(measure, line, "mom", undefined, { events });
      const { variation } = readSeries(measure, judged, line, MONTHS);
      if (variation === "unusually_high") shares[limits] += 100 / SERIES;
    }
  }
  return shares;
}

/** Where the events of a month lie: among its admissions, of which each has one at most, or among its days. */
function placesOf(tag: keyof typeof OVER, count: number, random: () => number) {
  const left =
    tag === "rth" ? Array.from({ length: OVER.rth }, (_, at) => at + 1) : [];
  return Array.from({ length: count }, () =>
    tag === "rth"
      ? (left.splice(Math.floor(random() * left.length), 1)[0] ?? 0)
      : random() * OVER[tag],
  ).sort((one, other) => one - other);
}

// 6 where 1 is expected and 8 where 2 are lie next to the limit of a Poisson distribution.
test.each([
  ["h_1000", 1, 6, 0.75],
  ["h_1000", 1, 7, 1],
  ["h_1000", 2, 8, 0.6],
  ["h_1000", 2, 9, 0.9],
  ["rth", 1, 6, 0.95],
  ["rth", 2, 8, 0.85],
] as const)(
  "clusters of rare events are found nearly as often as by plain limits: %s, %d expected, %d happen",
  (tag, expected, newest, part) => {
    const { plain, adjusted } = found(tag, expected, newest);
    expect(adjusted).toBeGreaterThan(plain * part);
  },
);
