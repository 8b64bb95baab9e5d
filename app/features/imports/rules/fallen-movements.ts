import { IMPORT_LIMITS } from "./limits";

const { windowsDays, usualDays, share, chance } = IMPORT_LIMITS.movements;

/** How many days {@link findFall} looks at. */
export const MOVEMENT_DAYS = usualDays + Math.max(...windowsDays);

/** Movements in the last days of a facility, and how many there usually are in as many days. */
export interface MovementFall {
  days: number;
  movements: number;
  usual: number;
}

/**
 * Finds whether the movements of a facility (admissions, discharges and transfers) have fallen to less than half of the
 * usual number, and farther than chance would bring them (R239). Null where they have not, or where there are too few to
 * say.
 *
 * @param daily movements of each of the last {@link MOVEMENT_DAYS} complete days, the oldest first
 */
export function findFall(daily: readonly number[]): MovementFall | null {
  for (const days of windowsDays) {
    const recent = daily.slice(-days);
    const before = daily.slice(-days - usualDays, -days);
    const movements = sumOf(recent);
    const usual = (sumOf(before) * days) / usualDays;
    if (
      movements < usual * share &&
      chanceOfAtMost(movements, usual) < chance
    ) {
      return { days, movements, usual };
    }
  }
  return null;
}

/** Chance of so few events, or fewer, where `mean` are expected: a Poisson distribution. */
function chanceOfAtMost(events: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let count = 1; count <= events; count += 1) {
    term *= mean / count;
    sum += term;
  }
  return sum;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
