/** The figures of an overview, in their order. */
export const FIGURE_NAMES = [
  "Patient count",
  "Days of care",
  "SNF ADM",
  "RTH/RTH%",
  "ED/ED%",
  "ACH ADM",
  "H/1000",
  "ED/1000",
  "ADM/1000",
  "PD LT DOC",
];
