import type { EpochDay } from "~/domain/calendar";
import { DayTally, type DayCounts } from "../totals/day-counts";
import { IS, type PackedHistory } from "./history-format";
import type { ReachedHistory } from "./pages-of-histories";
import { countedDays, type CountedDays } from "./physician-figures";

/** What each day of a range adds in the stays of some histories, each through the reach of its data (R245). */
export function daysOfHistories(
  histories: readonly Omit<ReachedHistory, "npi">[],
  { from, to }: { from: EpochDay; to: EpochDay },
  isnp: boolean,
): DayCounts[] {
  const tally = new DayTally();
  for (const { history, reach } of histories) {
    const days = countedDays({ from, to, isnp }, reach);
    if (!days) continue;
    addStays(tally, history, days);
    addEvents(tally, history, days);
  }
  return tally.inOrder();
}

function addStays(
  tally: DayTally,
  history: PackedHistory,
  { from, to, settled, isnp }: CountedDays,
): void {
  history.eachStay((_patient, admitted, end, longStayFrom, bits) => {
    if (admitted > to || (isnp && !(bits & IS.isnp))) return;
    if (admitted >= from && admitted <= settled) {
      if (bits & IS.fromHospital) tally.add(admitted, "settled_adm", 1);
      if (bits & IS.rth) tally.add(admitted, "rth", 1);
      if (bits & IS.ed) tally.add(admitted, "ed", 1);
    }
    const first = Math.max(longStayFrom, from);
    const after = Math.min(end, to + 1);
    if (after <= first) return;
    tally.add(first, "long_residents", 1);
    tally.add(after, "long_residents", -1);
  });
}

function addEvents(
  tally: DayTally,
  history: PackedHistory,
  { from, to, isnp }: CountedDays,
): void {
  history.eachEvent((day, bits) => {
    if (day < from || day > to || (isnp && !(bits & IS.isnp))) return;
    if (bits & IS.hospitalization) tally.add(day, "h_events", 1);
    if (bits & IS.edVisit) tally.add(day, "ed_events", 1);
    if (bits & IS.unplannedAdmission) tally.add(day, "adm_events", 1);
  });
}
