/**
 * Ten rates per measure, best first, each in the middle of the span that one quality score covers, so that every
 * score from 150 to 15 occurs among the facilities (R123).
 */
export const RTH_PERCENT = [
  19.1, 20.65, 21.8, 22.7, 23.5, 24.35, 25.25, 26.2, 27.4, 29.2,
];

export const ED_PERCENT = [
  7.7, 9.0, 10.15, 11.1, 11.9, 12.7, 13.55, 14.5, 15.95, 17.9,
];

export const H_PER_1000 = [
  1.3, 1.45, 1.565, 1.715, 1.85, 1.95, 2.05, 2.15, 2.3, 2.6,
];

export const ED_PER_1000 = [
  0.85, 1.15, 1.35, 1.5, 1.675, 1.825, 2.0, 2.2, 2.55, 3.0,
];
