import type { EpochDay } from "~/domain/calendar";
import type { NoteFacts, StayFacts } from "~/domain/residents/resident-facts";
import { returnDay } from "~/domain/residents/return-window";
import {
  type MergedTransfer,
  transferFigures,
  type FigureReason,
} from "./transfers";

export type TimelineItem =
  | { kind: "discharge"; day: EpochDay }
  | {
      kind: "transfer";
      day: EpochDay;
      transfer: MergedTransfer;
      figures: FigureReason[];
      /** Null if unknown, or if nobody came back. */
      backOn: EpochDay | null;
    }
  /** One after another, newest first. */
  | { kind: "notes"; day: EpochDay; notes: NoteFacts[] }
  /** `isOld`: the status comes from a stay before. */
  | { kind: "long-stay"; day: EpochDay; isOld: boolean }
  | { kind: "admission"; day: EpochDay; from: string | null };

/** A stay with what happened in it, or what happened in none; newest first. */
export interface TimelineGroup {
  stay: StayFacts | null;
  items: TimelineItem[];
}

/** Newest first, stays and what happened in each (R315). */
export function timelineOf({
  stays,
  transfers,
  notes,
}: {
  stays: readonly StayFacts[];
  transfers: readonly MergedTransfer[];
  notes: readonly NoteFacts[];
}): TimelineGroup[] {
  const ids = new Set(stays.map(({ id }) => id));
  const moments = new Map<number | null, Moment[]>();
  const add = (stayId: number | null, moment: Moment) => {
    const place = stayId !== null && ids.has(stayId) ? stayId : null;
    const others = moments.get(place);
    if (others) others.push(moment);
    else moments.set(place, [moment]);
  };
  for (const stay of stays) {
    for (const moment of milestones(stay)) add(stay.id, moment);
  }
  for (const transfer of transfers) {
    const item: TimelineItem = {
      kind: "transfer",
      day: transfer.day,
      transfer,
      figures: transferFigures(transfer, stays, transfers),
      backOn: returnDay(transfer, stays),
    };
    add(transfer.stayId, { item, minute: transfer.minuteOfDay });
  }
  for (const note of notes) {
    const { day, minuteOfDay: minute } = note;
    add(note.stayId, { item: { kind: "notes", day, notes: [note] }, minute });
  }
  const groups = stays.map((stay) => ({
    stay,
    day: stay.admittedOn,
    moments: moments.get(stay.id) ?? [],
  }));
  const loose = (moments.get(null) ?? []).map((moment) => ({
    stay: null,
    day: moment.item.day,
    moments: [moment],
  }));
  return joinLoose(
    [...groups, ...loose].sort(
      (one, other) =>
        other.day - one.day || (other.stay?.id ?? 0) - (one.stay?.id ?? 0),
    ),
  ).map(({ stay, moments: found }) => ({
    stay,
    items: joinNotes(found.sort(newestFirst).map(({ item }) => item)),
  }));
}

interface Moment {
  item: TimelineItem;
  /** Null where the time of day is not known. */
  minute: number | null;
}

interface Group {
  stay: StayFacts | null;
  day: EpochDay;
  moments: Moment[];
}

function milestones(stay: StayFacts): Moment[] {
  const { admittedOn, dischargedOn, longStayFrom, today } = stay;
  const last = dischargedOn === null ? today : dischargedOn - 1;
  const items: TimelineItem[] = [
    { kind: "admission", day: admittedOn, from: stay.admittedFrom },
  ];
  if (longStayFrom <= last)
    items.push({
      kind: "long-stay",
      day: longStayFrom,
      isOld: longStayFrom === admittedOn,
    });
  if (dischargedOn !== null)
    items.push({ kind: "discharge", day: dischargedOn });
  return items.map((item) => ({ item, minute: null }));
}

/** The order within a day: newest first. */
const RANKS: Record<TimelineItem["kind"], number> = {
  discharge: 0,
  transfer: 1,
  notes: 1,
  "long-stay": 2,
  admission: 3,
};

const END_OF_DAY = 1440;

function newestFirst(one: Moment, other: Moment): number {
  return (
    other.item.day - one.item.day ||
    RANKS[one.item.kind] - RANKS[other.item.kind] ||
    // Notes of a day lead to its transfer more often than they follow it.
    (other.minute ?? END_OF_DAY) - (one.minute ?? END_OF_DAY)
  );
}

/** Groups without a stay that follow each other are one. */
function joinLoose(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last && last.stay === null && group.stay === null) {
      last.moments.push(...group.moments);
    } else joined.push({ ...group });
  }
  return joined;
}

function joinNotes(items: readonly TimelineItem[]): TimelineItem[] {
  const joined: TimelineItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (last?.kind === "notes" && item.kind === "notes") {
      last.notes.push(...item.notes);
    } else joined.push(item);
  }
  return joined;
}
