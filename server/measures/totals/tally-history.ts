import type { Flag } from "~server/store/schema";
import type { PatientHistory, Whereabouts } from "./patient-histories";
import { tallyPatient, type Sign } from "./tally-patient";
import type { PlaceLevel } from "./total-columns";
import type { TotalsChange } from "./totals-change";

/** Counts a patient in all places of some levels, all stays and those flagged ISNP; with `sign` −1 takes it back. */
export function tallyHistory(
  history: PatientHistory,
  levels: readonly PlaceLevel[],
  change: TotalsChange,
  sign: Sign = 1,
): void {
  const flagged = ofIsnp(history);
  for (const level of levels) {
    tallyAt(history, level, 0, change, sign);
    if (flagged) tallyAt(flagged, level, 1, change, sign);
  }
}

function ofIsnp({
  band,
  stays,
  events,
}: PatientHistory): PatientHistory | null {
  const flagged = stays.filter(({ isnp }) => isnp === 1);
  if (flagged.length === 0) return null;
  return {
    band,
    stays: flagged,
    events: events.filter(({ isnp }) => isnp === 1),
  };
}

function tallyAt(
  { band, stays, events }: PatientHistory,
  level: PlaceLevel,
  isnp: Flag,
  change: TotalsChange,
  sign: Sign,
): void {
  for (const place of new Set(stays.map(({ at }) => at[level]))) {
    const isThere = ({ at }: { at: Whereabouts }) => at[level] === place;
    tallyPatient(
      { band, stays: stays.filter(isThere), events: events.filter(isThere) },
      change.tallyOf(level, place, isnp),
      sign,
    );
  }
}
