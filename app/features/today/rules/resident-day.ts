import { epochDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import { bandForScore, type FrailtyBand } from "~/domain/frailty";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { todayLimits, type AttentionRule } from "./attention-rules.data";

/** Days as calls send them, or as they are counted. */
export interface TodayFacts<Day = IsoDay> {
  admitted_on: Day;
  /** Only then is there a 30-day window. */
  from_hospital: boolean;
  /** The 101st cumulative day at the facility (R72). */
  long_stay_from: Day;
  frailty_score: number | null;
  hospitalizations_30: number;
  ed_visits_30: number;
  /** Null for residents in house. */
  out_since: Day | null;
  /** The resident is out at hospital with an open stay; meaningless in house. */
  bed_kept: boolean;
  back_on: Day | null;
  /** The day of the newest high-risk note, by the facility's clock. */
  high_risk_note_on: Day | null;
}

/** A day ahead or behind; `daysLeft` is 0 today and below 0 after it. */
export interface DayAhead {
  on: EpochDay;
  daysLeft: number;
}

export interface ResidentDay {
  /** 1 on the day of admission; the last one of a stay that has ended. */
  dayOfStay: number;
  /** Null for residents who did not come from hospital. */
  window: DayAhead | null;
  longStay: DayAhead;
  band: FrailtyBand | null;
  isBack: boolean;
  /** In the order of the rules; empty for residents at hospital. */
  reasons: AttentionRule[];
}

export function residentDay(facts: TodayFacts, today: EpochDay): ResidentDay {
  return dayOfResident(
    {
      ...facts,
      admitted_on: epochDayOf(facts.admitted_on),
      long_stay_from: epochDayOf(facts.long_stay_from),
      out_since: epochOf(facts.out_since),
      back_on: epochOf(facts.back_on),
      high_risk_note_on: epochOf(facts.high_risk_note_on),
    },
    today,
  );
}

export function dayOfResident(
  facts: TodayFacts<EpochDay>,
  today: EpochDay,
): ResidentDay {
  const admitted = facts.admitted_on;
  const endedOn = facts.bed_kept ? null : facts.out_since;
  const day = {
    // The day of a discharge is none, but for a stay of one day.
    dayOfStay: Math.max(1, (endedOn ?? today + 1) - admitted),
    window: facts.from_hospital
      ? ahead(admitted + RETURN_WINDOW_DAYS, today)
      : null,
    longStay: ahead(facts.long_stay_from, today),
    band: bandForScore(facts.frailty_score),
    isBack: isWithin(facts.back_on, todayLimits.backDays, today),
  };
  return { ...day, reasons: reasonsOf(facts, day, today) };
}

/** True on the days on which an event would count for the admission. */
export function isInWindow({ window }: Pick<ResidentDay, "window">): boolean {
  return window !== null && window.daysLeft >= 0;
}

/** True where the 101st day is one of the next seven. */
export function isLongStaySoon({
  longStay,
}: Pick<ResidentDay, "longStay">): boolean {
  const { daysLeft } = longStay;
  return daysLeft >= 1 && daysLeft <= todayLimits.longStayDays;
}

export function transfersOf({
  hospitalizations_30: stays,
  ed_visits_30: visits,
}: Pick<TodayFacts, "hospitalizations_30" | "ed_visits_30">): number {
  return stays + visits;
}

function reasonsOf(
  facts: TodayFacts<EpochDay>,
  day: Omit<ResidentDay, "reasons">,
  today: EpochDay,
): AttentionRule[] {
  if (facts.out_since !== null) return [];
  const transfers = transfersOf(facts);
  const { isBack } = day;
  const applies: Record<AttentionRule, boolean> = {
    window_frail: isInWindow(day) && day.band === "high",
    second_transfer: transfers >= todayLimits.transfers,
    back: isBack,
    new:
      !isBack &&
      facts.from_hospital &&
      isWithin(facts.admitted_on, todayLimits.backDays, today),
    high_risk_note: isWithin(
      facts.high_risk_note_on,
      todayLimits.noteDays,
      today,
    ),
    long_stay_soon: isLongStaySoon(day) && transfers > 0,
  };
  return (Object.keys(applies) as AttentionRule[]).filter(
    (rule) => applies[rule],
  );
}

function isWithin(
  day: EpochDay | null,
  days: number,
  today: EpochDay,
): boolean {
  return day !== null && day <= today && today - day <= days;
}

function ahead(on: EpochDay, today: EpochDay): DayAhead {
  return { on, daysLeft: on - today };
}

function epochOf(day: IsoDay | null): EpochDay | null {
  return day === null ? null : epochDayOf(day);
}
