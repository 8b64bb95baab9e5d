import { qualityOf, qualityPeriod } from "../rules/quality/quality-score";

export const QUALITY_COUNTS = {
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
