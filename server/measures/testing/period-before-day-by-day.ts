import { noTotals, TOTALS, type Totals } from "../additive-totals";
import type { Question } from "../question";
import type { Census } from "./census";
import { figuresDayByDay, latestReach } from "./day-by-day";

interface Compared {
  now: Totals & { patients: number };
  before: Totals & { patients: number };
  facilities: number;
  compared: number;
}

/** Works day by day, facility by facility; null if the data end too early. */
export function periodBeforeDayByDay(
  census: Census,
  question: Question,
): Compared | null {
  const latest = latestReach(census, {
    ...question,
    isnp: question.npi !== undefined && question.isnp,
  });
  if (latest === null || latest < question.from) return null;
  const days = Math.min(question.to, latest) - question.from + 1;
  const first = question.from - days;

  const facilities = new Set<number>();
  for (const stay of census.stays) {
    const { facilityIds, npi, isnp } = question;
    if (facilityIds !== "all" && !facilityIds.includes(stay.facility_id)) {
      continue;
    }
    if (npi !== undefined && stay.npi !== npi) continue;
    if (isnp && stay.isnp === 0) continue;
    facilities.add(stay.facility_id);
  }

  const now = nothing();
  const before = nothing();
  let compared = 0;
  for (const facilityId of facilities) {
    // "only those whose data cover both periods are compared"
    const begin = beginOf(census, facilityId);
    if (begin === null || begin > first) continue;
    // "over the days that each has in both periods"
    const reach = census.reach[facilityId] ?? -Infinity;
    const both = Math.min(days, reach - question.from + 1);
    if (both < 1) continue;
    compared += 1;
    const there = { ...question, place: undefined, facilityIds: [facilityId] };
    add(now, census, { ...there, to: question.from + both - 1 });
    add(before, census, { ...there, from: first, to: first + both - 1 });
  }
  return {
    now: counted(now),
    before: counted(before),
    facilities: facilities.size,
    compared,
  };
}

/** "on the day of its first discharge or transfer, or on data_from"; a transfer is that of a stay there. */
function beginOf(census: Census, facilityId: number): number | null {
  const said = census.from?.[facilityId];
  if (said !== undefined) return said;
  const days: number[] = [];
  for (const stay of census.stays) {
    if (stay.facility_id !== facilityId) continue;
    if (stay.discharged_on !== null) days.push(stay.discharged_on);
    for (const transfer of census.transfers) {
      const { patient_id, facility_id, transferred_on } = transfer;
      if (patient_id !== stay.patient_id || facility_id !== facilityId)
        continue;
      const isDuring =
        stay.admitted_on <= transferred_on &&
        transferred_on <= (stay.discharged_on ?? Infinity);
      if (isDuring) days.push(transferred_on);
    }
  }
  return days.length === 0 ? null : Math.min(...days);
}

interface Sum {
  totals: Totals;
  patients: Set<number>;
}

function nothing(): Sum {
  return { totals: noTotals(), patients: new Set() };
}

function add(sum: Sum, census: Census, question: Question): void {
  const { totals, patients } = figuresDayByDay(census, question);
  for (const total of TOTALS) sum.totals[total] += totals[total];
  for (const patient of patients) sum.patients.add(patient);
}

function counted({ totals, patients }: Sum) {
  return { ...totals, patients: patients.size };
}
