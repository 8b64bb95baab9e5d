/**
 * Patients of major emergency departments in England who were seen within four hours, of all who came, over twenty
 * weeks: Mohammed, Panesar, Laney and Wilson, BMJ Quality and Safety 2013;22:362-368. The limits are those that the test
 * suite of PowerBI-SPC (github.com/AUS-DOH-Safety-and-Quality/PowerBI-SPC,
 * 'P-Prime Chart Test' and 'U-Prime Chart Test') publishes for them: percent to four decimals for p′, shares for u′.
 */
export const WITHIN_FOUR_HOURS = {
  events: [
    266501, 264225, 276532, 281461, 269071, 261215, 270409, 279778, 270483,
    270320, 267923, 271478, 255353, 256820, 261835, 259144, 255910, 260863,
    264465, 260989,
  ],
  denominators: [
    280443, 276823, 291681, 296155, 282343, 275888, 283867, 295251, 284468,
    282529, 279618, 283932, 266629, 268091, 276803, 271578, 266005, 273520,
    278574, 273772,
  ],
  pPrime: {
    lower: [
      94.013, 94.0046, 94.0378, 94.0473, 94.0173, 94.0025, 94.0207, 94.0454,
      94.022, 94.0177, 94.0111, 94.0208, 93.9803, 93.9839, 94.0046, 93.9923,
      93.9788, 93.9969, 94.0087, 93.9975,
    ],
    upper: [
      96.567, 96.5753, 96.5421, 96.5326, 96.5627, 96.5775, 96.5593, 96.5345,
      96.5579, 96.5623, 96.5689, 96.5591, 96.5996, 96.5961, 96.5753, 96.5877,
      96.6012, 96.583, 96.5713, 96.5824,
    ],
  },
  uPrime: {
    lower: [
      0.9401, 0.94, 0.9404, 0.9405, 0.9402, 0.94, 0.9402, 0.9405, 0.9402,
      0.9402, 0.9401, 0.9402, 0.9398, 0.9398, 0.94, 0.9399, 0.9398, 0.94,
      0.9401, 0.94,
    ],
    upper: [
      0.9657, 0.9658, 0.9654, 0.9653, 0.9656, 0.9658, 0.9656, 0.9653, 0.9656,
      0.9656, 0.9657, 0.9656, 0.966, 0.966, 0.9658, 0.9659, 0.966, 0.9658,
      0.9657, 0.9658,
    ],
  },
};

/**
 * The thirteen trials of BCG vaccine against tuberculosis (Colditz and others, JAMA 1994;271:698-702): cases and others
 * among those who were vaccinated, and among those who were not. Q and τ² of their log risk ratios by DerSimonian and
 * Laird as the R package metafor gives them (Viechtbauer, Journal of Statistical Software 2010;36(3)).
 */
export const BCG_TRIALS = {
  cases: [4, 6, 3, 62, 33, 180, 8, 505, 29, 17, 186, 5, 27],
  others: [
    119, 300, 228, 13536, 5036, 1361, 2537, 87886, 7470, 1699, 50448, 2493,
    16886,
  ],
  controlCases: [11, 29, 11, 248, 47, 372, 10, 499, 45, 65, 141, 3, 29],
  controlOthers: [
    128, 274, 209, 12619, 5761, 1079, 619, 87892, 7232, 1600, 27197, 2338,
    17825,
  ],
  q: 152.233,
  tauSquared: 0.3088,
};
/** Days between events, and the limits of their t chart, with moving ranges that stand out left out: 'T Chart Test' there. */
export const TIMES_BETWEEN = {
  gaps: [
    16, 20, 5, 13, 1, 26, 46, 12, 12, 5, 19, 4, 3, 15, 14, 9, 8, 15, 21, 6, 3,
    1, 56, 117, 1, 33, 9, 9, 19, 12, 1, 16, 13, 18, 1, 35, 16, 5, 21, 38, 3, 25,
    3, 11, 13, 20, 9, 3, 8, 21, 24, 38, 8, 13, 9, 1, 30, 23, 3, 7, 22, 19, 11,
    31, 6, 1, 1,
  ],
  lower: 0.0221,
  upper: 97.268,
};
