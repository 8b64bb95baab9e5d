import { describe, expect, test } from "vitest";
import { falseAlarms, type StableSeries } from "../testing/false-alarms";

/** Few, for each run; tests/fuzz/false-alarms.test.ts draws 1,000 of each kind and size. */
const SERIES = 200;

const alarms = (more: Partial<StableSeries>) =>
  falseAlarms(
    { chart: "u", expected: 10, restless: 0, ...more },
    SERIES,
    20_261_127,
  );

describe("stable series", () => {
  test.each(["p", "u"] as const)(
    "of rare events have far fewer false alarms by their gaps: %s",
    (chart) => {
      const { plain, adjusted } = alarms({ chart, expected: 1 });
      expect(adjusted.outside).toBeLessThan(plain.outside * 0.75);
      expect(adjusted.unusual).toBeLessThan(plain.unusual * 0.75);
    },
  );

  test.each(["p", "u"] as const)(
    "that differ by more than chance have fewer by wider limits: %s",
    (chart) => {
      const { plain, adjusted } = alarms({
        chart,
        expected: 100,
        restless: 0.2,
      });
      expect(plain.outside).toBeGreaterThan(60);
      expect(adjusted.outside).toBeLessThan(15);
    },
  );

  test("that differ by chance alone have no more of them than before", () => {
    const { plain, adjusted } = alarms({});
    expect(adjusted.outside).toBeLessThanOrEqual(plain.outside);
    expect(adjusted.outside).toBeLessThan(10);
    expect(adjusted.outside).toBeGreaterThan(0);
  });

  test("of 36 months are not a quarter of them unusual, as they would be by shifts of seven", () => {
    const { adjusted } = alarms({ expected: 30, months: 36 });
    expect(adjusted.unusual).toBeLessThan(20);
  });
});
