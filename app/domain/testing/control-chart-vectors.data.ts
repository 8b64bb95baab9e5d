/**
 * NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.2, 6.3.3.2 and 6.3.3.1; limits of the R package qcc where
 * the handbook rounds. Signals are counted from 1.
 */
export const INDIVIDUALS = {
  name: "NIST/SEMATECH 6.3.2.2 individuals",
  y: [49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1],
  cl: 50.81,
  mrbar: 1.8778,
  lcl: 45.8159,
  ucl: 55.8041,
  mr_ucl: 6.1349,
};

export const PROPORTIONS = {
  name: "NIST/SEMATECH 6.3.3.2 proportions (30 wafers, n=50)",
  counts: [
    12, 15, 8, 10, 4, 7, 16, 9, 14, 10, 5, 6, 17, 12, 22, 8, 10, 5, 13, 11, 20,
    18, 24, 15, 9, 12, 7, 13, 9, 6,
  ],
  n: [
    50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50,
    50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50,
  ],
  cl: 0.2313,
  lcl: 0.0524,
  ucl: 0.4103,
  qcc_exact: { cl: 0.2313333, lcl: 0.05242755, ucl: 0.4102391 },
  signals_1based: [15, 23],
};

export const COUNTS = {
  name: "NIST/SEMATECH 6.3.3.1 counts (25 wafers)",
  counts: [
    16, 14, 28, 16, 12, 20, 10, 12, 10, 17, 19, 17, 14, 16, 15, 13, 14, 16, 11,
    20, 11, 19, 16, 31, 13,
  ],
  cl: 16.0,
  lcl: 4.0,
  ucl: 28.0,
  signals_1based: [24],
};
