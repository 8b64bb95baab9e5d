/**
 * Ten rates per measure, best first, each mid-span of a quality score, so every score from 150 to 15 occurs (R123).
 * Percent, and per 1,000 days.
 */
export const RATES = {
  rth: [19.1, 20.65, 21.8, 22.7, 23.5, 24.35, 25.25, 26.2, 27.4, 29.2],
  ed: [7.7, 9.0, 10.15, 11.1, 11.9, 12.7, 13.55, 14.5, 15.95, 17.9],
  h: [1.3, 1.45, 1.565, 1.715, 1.85, 1.95, 2.05, 2.15, 2.3, 2.6],
  ed1000: [0.85, 1.15, 1.35, 1.5, 1.675, 1.825, 2.0, 2.2, 2.55, 3.0],
};

/** Weights of hours of departure. */
export const LEAVING = [
  2, 2, 1, 1, 1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 6, 7, 9, 10, 10, 9, 7, 5, 3,
];

/** Invented CMS scores: the nation, then the states. */
export const CMS_AVERAGES = {
  521: [23.9, 22.4, 24.6, 23.1],
  522: [12.0, 13.3, 11.4, 9.8],
  551: [1.9, 1.72, 1.85, 1.98],
  552: [1.8, 1.94, 1.66, 1.41],
};
