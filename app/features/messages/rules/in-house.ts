import type { ResidentStay } from "./resident-stay";
import type { Moment } from "./words";

/** Whether a stay holds a moment. Of the days on which it begins and ends the hours count, where messages tell them. */
export function isInHouseAt(
  { admittedOn, dischargedOn, told }: ResidentStay,
  { ms, day, isDayAlone }: Moment,
): boolean {
  const end = dischargedOn ?? Infinity;
  if (day < admittedOn || end < day) return false;
  if (isDayAlone) return true;
  return (
    msOn(admittedOn, told?.admitted, -Infinity) <= ms &&
    ms <= msOn(end, told?.discharged, Infinity)
  );
}

/** The hours that messages tell of a day; the census, where it has the later word, may have another day. */
function msOn(
  day: number,
  told: Moment | null | undefined,
  unknown: number,
): number {
  return told?.day === day ? told.ms : unknown;
}
