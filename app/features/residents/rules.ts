import type { EpochDay } from "~/domain/calendar";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";

/** A gap of this many days or more between stays in a facility starts the count again (R73). */
const NEW_COUNT_GAP_DAYS = 30;

export interface Standing {
  /** The newest open stay, else the newest that the data of its facility reach, else the newest. */
  stay: StayFacts;
  /** Judged at the data cut-off, as in the list of today: in house, or out at hospital with the bed kept. */
  isOpen: boolean;
  longStay:
    | { state: "since"; day: EpochDay }
    | { state: "expected"; day: EpochDay; inDays: number }
    /** For a past stay. */
    | { state: "was"; day: EpochDay }
    | { state: "never" };
  /** The 30 days of a stay from hospital that is open, or whose resident is out; null for others. */
  window: { closesOn: EpochDay; daysLeft: number } | null;
  /** Days of all stays, as far as the data reach. */
  daysOfCare: number;
}

export function standingOf(stays: readonly StayFacts[]): Standing | null {
  const newestFirst = [...stays].sort(
    (one, other) => other.admittedOn - one.admittedOn || other.id - one.id,
  );
  const open = newestFirst.find(isOpen);
  const stay = open ?? newestFirst.find(isReached) ?? newestFirst[0];
  if (!stay) return null;
  return {
    stay,
    isOpen: open !== undefined,
    longStay: longStayOf(stay, open !== undefined, stays),
    window:
      stay.admittedFrom === "hospital" && (open || stay.outSince !== null)
        ? windowOf(stay)
        : null,
    daysOfCare: stays.reduce((sum, one) => sum + daysOfCare(one), 0),
  };
}

/** From the stay before if the status comes from there, as after a trip to hospital (R73). */
export function longStaySince(
  stay: StayFacts,
  stays: readonly StayFacts[],
): EpochDay {
  if (stay.longStayFrom > stay.admittedOn) return stay.longStayFrom;
  const [before] = stays
    .filter(
      ({ id, facilityId, admittedOn, longStayFrom, dischargedOn }) =>
        id !== stay.id &&
        facilityId === stay.facilityId &&
        admittedOn < stay.admittedOn &&
        longStayFrom < (dischargedOn ?? Infinity) &&
        stay.admittedOn - (dischargedOn ?? Infinity) < NEW_COUNT_GAP_DAYS,
    )
    .sort((one, other) => other.admittedOn - one.admittedOn);
  return before ? longStaySince(before, stays) : stay.longStayFrom;
}

function isReached({ admittedOn, dataThrough }: StayFacts): boolean {
  return admittedOn <= (dataThrough ?? -Infinity);
}

/** What is after the reach is not known. */
function isOpen(stay: StayFacts): boolean {
  const { dischargedOn, dataThrough } = stay;
  return (
    isReached(stay) && (dischargedOn ?? Infinity) > (dataThrough ?? -Infinity)
  );
}

function daysOfCare({ admittedOn, daysEnd, dataThrough }: StayFacts): number {
  if (dataThrough === null) return 0;
  const end = Math.min(daysEnd ?? Infinity, dataThrough + 1);
  return Math.max(0, end - admittedOn);
}

function longStayOf(
  stay: StayFacts,
  isStillOpen: boolean,
  stays: readonly StayFacts[],
): Standing["longStay"] {
  const { longStayFrom: from, dischargedOn, today } = stay;
  if (isStillOpen && from > today) {
    return { state: "expected", day: from, inDays: from - today };
  }
  const day = longStaySince(stay, stays);
  if (isStillOpen) return { state: "since", day };
  return from < (dischargedOn ?? -Infinity)
    ? { state: "was", day }
    : { state: "never" };
}

function windowOf({ admittedOn, today }: StayFacts) {
  const closesOn = admittedOn + RETURN_WINDOW_DAYS;
  return { closesOn, daysLeft: closesOn - today };
}

/** Places on the bar of a stay, in percent of its width from the left. */
export interface StayBar {
  /** The day at the left end, the last day of the stay that is known, and the day at the right end. */
  from: EpochDay;
  through: EpochDay;
  end: EpochDay;
  /** In house and at hospital, in order. */
  parts: { left: number; right: number; isOut: boolean }[];
  marks: BarMark[];
  /** Notes that would cover each other share a place. */
  notes: { x: number; isHighRisk: boolean }[];
}

export interface BarMark {
  kind: "window" | "long-stay";
  day: EpochDay;
  x: number;
  /** The side of the label on which its mark stands. */
  anchor: "start" | "end";
  /** Labels that would meet stand in two lines; 1 is the upper one. */
  line: 0 | 1;
}

/** The width of the bar on a phone at a text size of 200 %, and of '30' and '101' beside their marks, in em. */
const NARROWEST_BAR = 8;
const LABEL_WIDTH = { window: 1.9, "long-stay": 2.5 };

/** The least that is seen of a time at hospital, days of a stay of years; and the width of a place for notes, in percent. */
const LEAST_GAP = 0.5;
const NOTE_STEP = 2;

/**
 * Ends on the last known day, or at the next mark of an open stay (R532). `backOn` of `transfers` is null if unknown.
 */
export function stayBarOf(
  { stay, isOpen: isStillOpen }: Pick<Standing, "stay" | "isOpen">,
  transfers: readonly { day: EpochDay; backOn: EpochDay | null }[],
  notes: readonly { day: EpochDay; isHighRisk: boolean }[],
): StayBar {
  const { admittedOn: from, admittedFrom, longStayFrom, outSince } = stay;
  const known = Math.min(stay.today, stay.dataThrough ?? stay.today);
  const last = isStillOpen ? known : (stay.dischargedOn ?? known);
  const through = Math.max(from, last);
  const milestones = [
    ...(admittedFrom === "hospital"
      ? [{ kind: "window" as const, day: from + RETURN_WINDOW_DAYS }]
      : []),
    ...(longStayFrom > from
      ? [{ kind: "long-stay" as const, day: longStayFrom }]
      : []),
  ];
  const next = milestones.find(({ day }) => day > through);
  const end = isStillOpen && next ? next.day : through;
  const place = (day: EpochDay) =>
    round((100 * (day - from)) / Math.max(1, end - from));
  const marks = milestones
    .filter(({ day }) => day < end || (isStillOpen && day === end))
    .map((mark) => ({ ...mark, x: place(mark.day) }));
  return {
    ...{ from, through, end, marks: placeMarks(marks) },
    parts: partsOf(transfers, outSince, { through, end, place }),
    notes: placeNotes(
      notes
        .filter(({ day }) => day >= from && day <= through)
        .map(({ day, isHighRisk }) => ({ x: place(day), isHighRisk })),
    ),
  };
}

function partsOf(
  transfers: readonly { day: EpochDay; backOn: EpochDay | null }[],
  outSince: EpochDay | null,
  {
    through,
    end,
    place,
  }: Pick<StayBar, "through" | "end"> & { place: (day: EpochDay) => number },
): StayBar["parts"] {
  // The bar of a first day is seen, and that of the last fills its scale.
  const right = through === end ? 100 : Math.max(place(through), LEAST_GAP);
  const gaps = transfers
    .filter(({ day }) => day <= through)
    .map(({ day, backOn }) => {
      // No return has been reported.
      const isOut = outSince !== null && day >= outSince;
      const back = isOut ? through : Math.min(backOn ?? day, through);
      const left = Math.min(place(day), right - LEAST_GAP);
      return { left, right: Math.max(place(back), left + LEAST_GAP) };
    })
    .sort((one, other) => one.left - other.left);
  const parts: StayBar["parts"] = [];
  let at = 0;
  for (const gap of gaps) {
    const before = parts.at(-1);
    if (before && gap.left <= at) {
      before.right = at = Math.max(at, gap.right);
      continue;
    }
    if (gap.left > at) parts.push({ left: at, right: gap.left, isOut: false });
    parts.push({ ...gap, isOut: true });
    at = gap.right;
  }
  if (at < right) parts.push({ left: at, right, isOut: false });
  return parts;
}

/** Moves one of two overlapping labels up, if its mark does not cross the other. */
function placeMarks(
  marks: readonly Pick<BarMark, "kind" | "day" | "x">[],
): BarMark[] {
  const [first, second] = marks
    .map((mark) => {
      const at = (mark.x / 100) * NARROWEST_BAR;
      const width = LABEL_WIDTH[mark.kind];
      const isStart = at + width <= NARROWEST_BAR;
      const left = isStart ? at : at - width;
      return { mark, at, left, right: left + width, isStart };
    })
    .sort((one, other) => one.at - other.at);
  if (!first) return [];
  const alone = (one: typeof first, line: 0 | 1 = 0): BarMark => ({
    ...one.mark,
    anchor: one.isStart ? "start" : "end",
    line,
  });
  if (!second) return [alone(first)];
  if (second.left >= first.right) return [alone(first), alone(second)];
  return second.isStart || first.at < second.left
    ? [alone(first, 1), alone(second)]
    : [{ ...alone(first), anchor: "end" }, alone(second, 1)];
}

function placeNotes(notes: StayBar["notes"]): StayBar["notes"] {
  const places = new Map<number, boolean>();
  for (const { x, isHighRisk } of notes) {
    const at = Math.round(x / NOTE_STEP) * NOTE_STEP;
    places.set(at, isHighRisk || places.get(at) === true);
  }
  return [...places]
    .sort(([one], [other]) => one - other)
    .map(([x, isHighRisk]) => ({ x, isHighRisk }));
}

function round(percent: number): number {
  return Math.round(percent * 10) / 10;
}
