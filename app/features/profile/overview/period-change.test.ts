import { describe, expect, test } from "vitest";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import { findFigure } from "~/domain/figures/overview-figures";
import { periodChange } from "./period-change";

interface Given {
  patients?: number | null;
  rth?: number | null;
  admissions?: number;
  h1000?: number | null;
  days?: number;
}

function metrics({
  patients = 100,
  rth = 20,
  admissions = 50,
  h1000 = 1.5,
  days = 10_000,
}: Given = {}): OverviewMetrics {
  return {
    ...EMPTY_METRICS,
    patient_count: patients,
    short_stays: {
      ...EMPTY_METRICS.short_stays,
      rth: { count: rth && (rth * admissions) / 100, rate: rth },
      ach_adm: admissions,
    },
    long_stays: {
      ...EMPTY_METRICS.long_stays,
      h_1000: { count: h1000 && (h1000 * days) / 1000, rate: h1000 },
      pd_lt_doc: days,
    },
  };
}

function change(tag: string, now: Given, before: Given = {}) {
  const figure = findFigure(tag);
  if (!figure) throw new Error(`There is no figure ${tag}.`);
  return periodChange(figure, metrics(now), metrics(before));
}

describe("the change of a count", () => {
  test("is a percentage of the earlier one, and neither better nor worse", () => {
    expect(change("patient_count", { patients: 112 })).toEqual({
      direction: "up",
      amount: "12.0%",
      short: "12.0%",
      verdict: null,
    });
  });

  test("from nothing names the nothing", () => {
    expect(
      change("ach_adm", { admissions: 4 }, { admissions: 0 }),
    ).toMatchObject({ direction: "up", amount: "from 0" });
    expect(
      change("ach_adm", { admissions: 0 }, { admissions: 0 }),
    ).toMatchObject({ direction: "none" });
  });
});

describe("the change of a rate", () => {
  test("is worse upwards, in points of a percentage", () => {
    const admissions = 10_000;
    expect(change("rth", { rth: 22.14, admissions }, { admissions })).toEqual({
      direction: "up",
      amount: "2.1 points",
      short: "2.1 pts",
      verdict: "worse",
    });
  });

  test("is better downwards, per 1,000 in its own unit", () => {
    const days = 1_000_000;
    expect(change("h_1000", { h1000: 1.29, days }, { days })).toEqual({
      direction: "down",
      amount: "0.21 per 1,000",
      short: "0.21",
      verdict: "better",
    });
  });

  test("that the screen would round away is none, and no real one", () => {
    const none = { direction: "none", amount: "", short: "" };
    const verdict = "no real change";
    expect(change("rth", { rth: 20.04 })).toEqual({ ...none, verdict });
    const admissions = 100_000_000;
    expect(change("rth", { rth: 20.04, admissions }, { admissions })).toEqual({
      ...none,
      verdict,
    });
  });

  test("says where chance alone can make it", () => {
    expect(change("rth", { rth: 22.14 })).toMatchObject({
      direction: "up",
      verdict: "no real change",
    });
  });

  test("is nothing where a period does not know it, or had no patients", () => {
    expect(change("rth", { rth: null })).toBeNull();
    expect(change("rth", {}, { rth: null })).toBeNull();
    expect(change("rth", {}, { patients: 0 })).toBeNull();
    expect(change("rth", {}, { patients: null })).toBeNull();
  });
});
