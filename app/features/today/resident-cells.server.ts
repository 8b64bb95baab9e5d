import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import type { Listed } from "./rules/list";
import {
  dayText,
  frailtyText,
  longStayText,
  noteText,
  shortDayText,
  shortMomentText,
  spansText,
  todayWords as words,
  windowText,
} from "./rules/words";
import { ATTENTION_CHIPS } from "./rules/attention-chips";
import type { AttentionRule } from "./rules/attention-rules.data";
import { reviewPath } from "~/review-paths";
import type { Tone } from "~/ui/chip";
import { residentPath } from "~/resident-paths";
import type { TodayResident } from "~server/today/service";
import type { ResidentCells } from "./view";

/** A resident as the tables show one. */
export function residentCells(
  one: Listed<TodayResident>,
  typed?: string,
): ResidentCells {
  const { row, day } = one;
  return {
    id: row.stay_id,
    href: residentPath(row.resident_id),
    name: lastFirst(row.last_name, row.first_name),
    unit: row.unit,
    facility: row.facility_name,
    physician: row.physician_name ?? words.filters.nobody,
    why: day.reasons.map((rule) => ({
      text: chipText(rule, one),
      tone: TONES[rule],
    })),
    note: noteText(row),
    noteText: day.reasons.includes("high_risk_note") ? highRiskText(row) : null,
    isNoteUrgent: row.last_note_high_risk || row.last_note_unread === true,
    out: outText(row),
    reviewHref:
      row.out_transfer_id === null ? null : reviewPath(row.out_transfer_id),
    discussed: row.discussed_at && saidBy(row.discussed_by, row.discussed_at),
    line: {
      text: row.line,
      by:
        row.line === "" || row.line_at === null
          ? ""
          : saidBy(row.line_by, row.line_at),
    },
    typed: typed ?? null,
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
  };
}

/** '11/27 05:43 AM: “Called by nursing for new cough.”' */
function highRiskText(row: TodayResident): string {
  const at = row.high_risk_note_at ?? "";
  const unread =
    row.last_note_unread && row.last_note_at === at ? `, ${words.unread}` : "";
  return `${shortMomentText(at)}${unread}: “${row.high_risk_note_text ?? ""}”`;
}

const TONES: Record<AttentionRule, Tone> = {
  window_frail: "warn",
  second_transfer: "bad",
  back: "warn",
  new: "quiet",
  high_risk_note: "bad",
  long_stay_soon: "quiet",
};

function saidBy(who: string | null, at: string): string {
  return `${who ?? words.filters.nobody}, ${shortMomentText(at)}`;
}

function outText({ out_since: since, bed_kept: kept }: TodayResident): string {
  if (since === null) return "";
  return kept ? `${dayText(since)}, ${words.bedKept}` : dayText(since);
}

/** 'Back 11/25': a reason as a chip. */
function chipText(rule: AttentionRule, { row }: Listed): string {
  const chip = ATTENTION_CHIPS[rule];
  if (rule === "back") return `${chip} ${shortDayText(row.back_on ?? "")}`;
  return rule === "new" ? `${chip} ${shortDayText(row.admitted_on)}` : chip;
}
