/** Mean moving range of two points over standard deviation of a normal process (d2 for n = 2). */
export const MOVING_RANGE_PER_SIGMA = 1.128;

/** A moving range above this multiple of the mean is an outlier (D4 for n = 2). */
const OUTSTANDING_RANGE = 3.267;

/** Fewer points say too little about how much they vary. */
const FEWEST_POINTS = 12;

/** Chance alone takes sigma z over its tested limit in about 5 of 100 series. */
const ONE_IN_TWENTY = 1.645;

type Numbers = readonly (number | null)[];

export interface CountedPoints {
  events: Numbers;
  denominators: Numbers;
  centre: number;
  sigma: (centre: number, denominator: number) => number;
}

/** In the standard deviations that chance alone gives each point. Points that chance cannot move have none. */
function zValues({
  events,
  denominators,
  centre,
  sigma,
}: CountedPoints): number[] {
  return events.flatMap((event, index) => {
    const over = denominators[index] ?? 0;
    const one = over > 0 ? sigma(centre, over) : 0;
    return event === null || one === 0 ? [] : [(event / over - centre) / one];
  });
}

/** Mean moving range / 1.128, without ranges beyond 3.267 mean ones (Nelson 1982): what stands out must not widen the limits that show it. */
export function sigmaOfNeighbours(values: readonly number[]): number | null {
  const ranges = values
    .slice(1)
    .map((value, index) => Math.abs(value - (values[index] ?? value)));
  if (ranges.length === 0) return null;
  const most = OUTSTANDING_RANGE * meanOf(ranges);
  const usual = ranges.filter((range) => range < most);
  return meanOf(usual.length > 0 ? usual : ranges) / MOVING_RANGE_PER_SIGMA;
}

/** Laney's sigma z (2002): how much more than chance the points vary from one to the next; 1 is chance alone. */
export function sigmaZ(points: CountedPoints): number | null {
  return sigmaOfNeighbours(zValues(points));
}

/**
 * Sigma z if it exceeds 1 by more than chance, else 1 (R360); variance by Cryer and Ryan (1990). A chi-square test of
 * all points would take a lasting change for restless months and hide it behind wide limits.
 */
export function testedSigmaZ(points: CountedPoints): number {
  const z = zValues(points);
  const sigma = sigmaOfNeighbours(z);
  if (sigma === null || z.length < FEWEST_POINTS) return 1;
  return sigma > criticalSigmaZ(z.length) ? sigma : 1;
}

export function criticalSigmaZ(points: number): number {
  const ranges = points - 1;
  const first = (2 * Math.PI) / 3 - 3 + Math.sqrt(3);
  const second = Math.PI / 6 - 2 + Math.sqrt(3);
  return 1 + ONE_IN_TWENTY * Math.sqrt((first - second / ranges) / ranges);
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
