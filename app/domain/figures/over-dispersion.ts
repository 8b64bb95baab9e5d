/** A rate of one of several places or people, and the standard deviation that chance alone gives it. */
export interface MeasuredRate {
  rate: number;
  sigma: number;
}

/** Of each end so much is winsorised. */
const WINSORISED = 0.1;

/** Fewer have no tenth that could be winsorised: the one that stands out would hide itself. */
const FEWEST_PLACES = 10;

/** One-sided 5 % of the normal distribution. */
const ONE_IN_TWENTY = 1.645;

/**
 * How much the true rates of places differ beyond chance (R363): the standard deviation between them, in the unit of the
 * rates. Spiegelhalter's additive over-dispersion (2005): z values around the common rate, the outer tenth at each end
 * drawn in, their mean square φ, and the variance between by the method of moments (DerSimonian and Laird 1986). 0
 * where φ is what chance alone makes of so many places, and with fewer than ten of them.
 */
export function sigmaBetween(
  rates: readonly MeasuredRate[],
  centre: number,
): number {
  const known = rates.filter(({ sigma }) => sigma > 0);
  if (known.length < FEWEST_PLACES) return 0;
  const squares = winsorised(
    known.map(({ rate, sigma }) => (rate - centre) / sigma),
  ).reduce((total, z) => total + z * z, 0);
  if (squares <= chiSquareLimit(known.length - 1)) return 0;
  return Math.sqrt(
    varianceBetween(
      squares,
      known.map(({ sigma }) => sigma),
    ),
  );
}

/** The variance between places by the method of moments, from the sum of their squared z values; not below 0. */
export function varianceBetween(
  squares: number,
  sigmas: readonly number[],
): number {
  const weights = sigmas.map((sigma) => 1 / sigma ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shared = weights.reduce((sum, weight) => sum + weight ** 2, 0) / total;
  return Math.max(0, (squares - (sigmas.length - 1)) / (total - shared));
}

/** The outer tenth at each end takes the value of its neighbour inside. */
export function winsorised(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const cut = Math.floor(sorted.length * WINSORISED);
  const lowest = sorted[cut] ?? 0;
  const highest = sorted[sorted.length - 1 - cut] ?? 0;
  return values.map((value) => Math.min(highest, Math.max(lowest, value)));
}

/** What chance alone exceeds once in twenty times with so many degrees of freedom (Wilson and Hilferty 1931). */
export function chiSquareLimit(freedom: number): number {
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + ONE_IN_TWENTY * Math.sqrt(part)) ** 3;
}
