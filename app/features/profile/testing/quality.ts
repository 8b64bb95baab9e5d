import { qualityOf, qualityPeriod } from "../rules/quality/quality-score";
import type { Quality } from "~/contract/qmcalculator";

const QUALITY_COUNTS = {
  rth: 24,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 100,
  settled_adm: 100,
  ls_days: 100_000,
};

export function testQuality(counts = QUALITY_COUNTS) {
  const period = qualityPeriod("2026-11-21", null);
  return { state: "data", data: { ...qualityOf(counts), period } } as const;
}

/** 24 of 100 admissions returned (75 points), no ED visit (150), 1.62 (120) and 5 (15) per 1,000 days. */
export const QUALITY: Quality = qualityOf({
  rth: 24,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 120,
  settled_adm: 100,
  ls_days: 100_000,
});

export const LONG_STAY_ONLY = qualityOf({
  rth: 0,
  ed: 0,
  h_1000: 162,
  ed_1000: 500,
  ach_adm: 0,
  settled_adm: 0,
  ls_days: 100_000,
});

export const NOTHING = qualityOf({
  rth: 0,
  ed: 0,
  h_1000: 0,
  ed_1000: 0,
  ach_adm: 0,
  settled_adm: 0,
  ls_days: 0,
});
