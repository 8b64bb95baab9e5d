import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import type { Listed } from "~/domain/today/today-list";
import {
  dayText,
  frailtyText,
  longStayText,
  noteText,
  reasonText,
  spansText,
  todayWords as words,
  windowText,
} from "~/domain/today/today-words";
import { residentPath } from "~/resident-paths";
import type { TodayResident } from "~server/today/service";
import type { ResidentCells } from "./today-view";

/** A resident as the tables show one. */
export function residentCells(one: Listed<TodayResident>): ResidentCells {
  const { row, day } = one;
  return {
    id: row.stay_id,
    href: residentPath(row.resident_id),
    name: lastFirst(row.last_name, row.first_name),
    unit: row.unit,
    facility: row.facility_name,
    why: day.reasons.map((rule) => reasonText(rule, one)),
    out: outText(row),
    day: formatCount(day.dayOfStay),
    window: windowText(day),
    longStay: longStayText(day.longStay),
    frailty: frailtyText(one),
    hospital: spansText(
      row.hospitalizations_30,
      row.hospitalizations_90,
      row.hospitalizations_180,
    ),
    ed: spansText(row.ed_visits_30, row.ed_visits_90, row.ed_visits_180),
    note: noteText(row),
    isNoteUrgent: row.last_note_high_risk || row.last_note_unread === true,
    physician: row.physician_name ?? words.filters.nobody,
  };
}

function outText({ out_since: since, bed_kept: kept }: TodayResident): string {
  if (since === null) return "";
  return kept ? `${dayText(since)}, ${words.bedKept}` : dayText(since);
}
