export type QualityTag = "rth" | "ed" | "h_1000" | "ed_1000";

export const CUT_POINTS_SOURCE =
  "the 10th to 90th percentile of chain averages in the CMS chain performance file of June 2026";

export const CUT_POINTS_EFFECTIVE = "2026-06";

/** Nine of each measure, best first: percent, and events per 1,000 long-stay days. They are compared with raw rates. */
export const CUT_POINTS: Readonly<Record<QualityTag, readonly number[]>> = {
  rth: [20.0, 21.3, 22.3, 23.1, 23.9, 24.8, 25.7, 26.7, 28.1],
  ed: [8.4, 9.6, 10.7, 11.5, 12.3, 13.08, 14.0, 15.04, 16.9],
  h_1000: [1.4, 1.5, 1.63, 1.8, 1.9, 2.0, 2.1, 2.2, 2.4],
  ed_1000: [1.0, 1.3, 1.4, 1.6, 1.75, 1.9, 2.1, 2.3, 2.8],
};
