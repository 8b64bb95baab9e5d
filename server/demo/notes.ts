import { newYorkSqlDatetime, type EpochDay } from "~/domain/calendar";
import { groupBy } from "~server/measures/question";
import type { NoteTable } from "~server/store/schema";
import { TELEHEALTH_PROVIDERS } from "./names.data";
import {
  isInHouse,
  type DemoStay,
  type DemoTransfer,
  type Resident,
} from "./residents";
import { seededRandom, type Random } from "./random";
import { NOTE_TEXTS } from "./stories.data";

/** Lookbacks of the After Hours Patient Report: 24, 48 and 72 hours (R163). */
const LOOKBACKS = 3;
const MINUTES_PER_LOOKBACK = 24 * 60;

/** Notes concern an admission or a return of so many days. */
const LATELY_DAYS = 14;

type DemoNote = Omit<NoteTable, "recorded_patient_id">;

const openStayOf = ({ stays }: Resident) =>
  stays.find(({ discharged_on }) => !discharged_on);

/** Each lookback has a note for every physician with an account and one ISNP note, so no account sees an empty one. */
export function makeNotes(
  residents: readonly Resident[],
  today: EpochDay,
  now: Date,
  npisWithAccount: readonly number[],
): DemoNote[] {
  const moved = new Set<DemoStay>();
  const present = residents.flatMap((resident) => {
    const stay = openStayOf(resident);
    if (!stay || stay.admitted_on >= today - LOOKBACKS) return [];
    const lately = resident.transfers.filter(
      (one) => one.transferred_on > today - LATELY_DAYS,
    );
    const isBack = ({ returned_on: back }: DemoTransfer) =>
      back !== null && back < today - LOOKBACKS;
    if (!lately.every(isBack)) return [];
    if (lately.length > 0) moved.add(stay);
    return [stay];
  });
  const fitting = (type: string, group: readonly DemoStay[]) =>
    group.filter((stay) =>
      type === "Admission Note"
        ? stay.admitted_on > today - LATELY_DAYS
        : type !== "Post Transport" || moved.has(stay),
    );
  const notes: DemoNote[] = [];
  for (const [id, there] of groupBy(present, (one) => one.facility_id)) {
    const random = seededRandom(`notes ${id}`);
    const groups = [
      ...npisWithAccount.map((npi) => there.filter((one) => one.npi === npi)),
      there.filter(({ isnp }) => isnp),
      there,
    ].filter((group) => group.length > 0);
    for (let lookback = 0; lookback < LOOKBACKS; lookback += 1) {
      for (const group of groups) {
        const id = notes.length + 1;
        const next = NOTE_TEXTS[(id - 1) % NOTE_TEXTS.length]!;
        const fit = fitting(next.type, group);
        const stay = random.pick(fit.length > 0 ? fit : group);
        const type = fit.length > 0 ? next : PROGRESS;
        const isHighRisk = random.chance(0.25);
        notes.push(
          makeNote(random, stay, { id, type, lookback, isHighRisk }, now),
        );
      }
    }
  }
  return notes;
}

type NoteTexts = (typeof NOTE_TEXTS)[number];
const PROGRESS = NOTE_TEXTS[2]!;

/** The resident is in house at the time. */
function makeNote(
  random: Random,
  { patient_id, facility_id, npi }: DemoStay,
  of: { id: number; type: NoteTexts; lookback: number; isHighRisk: boolean },
  now: Date,
): DemoNote {
  return {
    ...{ id: of.id, patient_id, facility_id, npi },
    noted_at: afterHours(random, now, of.lookback).toISOString(),
    ...noteOf(random, of.type, of.isHighRisk),
    provider: random.chance(0.05) ? null : random.pick(TELEHEALTH_PROVIDERS),
  };
}

function noteOf(
  random: Random,
  { type, notes }: NoteTexts,
  isHighRisk: boolean,
) {
  const some = notes.filter((note) => note.isHighRisk === isHighRisk);
  return {
    note_type: type,
    note_text: random.pick(some).text,
    high_risk: isHighRisk ? (1 as const) : (0 as const),
  };
}

/** Before eight or after six, and with time left in its lookback. */
function afterHours(random: Random, now: Date, lookback: number): Date {
  for (;;) {
    const minutesBack =
      lookback * MINUTES_PER_LOOKBACK +
      random.int(20, MINUTES_PER_LOOKBACK - 120);
    const at = new Date(now.getTime() - minutesBack * 60_000);
    const hour = Number(newYorkSqlDatetime(at).slice(11, 13));
    if (hour < 8 || hour >= 18) return at;
  }
}

export function makeRiskNote(
  random: Random,
  resident: Resident,
  lastId: number,
  now: Date,
): DemoNote {
  const id = lastId + 1;
  const of = { id, type: PROGRESS, lookback: 0, isHighRisk: true };
  return makeNote(random, openStayOf(resident)!, of, now);
}

/** Older than every lookback. */
const OLD_NOTE_DAYS = 6;
const MS_PER_DAY = 86_400_000;

/** Each older transfer of a resident has a note of the evening before. */
export function notesOfStory(
  { stays, transfers }: Resident,
  today: EpochDay,
  lastId: number,
): DemoNote[] {
  const random = seededRandom("notes of a long story");
  return transfers
    .filter(({ transferred_on: day }) => today - day > OLD_NOTE_DAYS)
    .map(({ patient_id, facility_id, transferred_on: day }, at) => {
      const type = random.pick([NOTE_TEXTS[0]!, PROGRESS]);
      const stay = stays.find((one) => isInHouse(one, day, today));
      // About nine in the evening in New York.
      const noted = day * MS_PER_DAY + random.int(60, 119) * 60_000;
      return {
        ...{ id: lastId + at + 1, patient_id, facility_id },
        npi: stay?.npi ?? null,
        noted_at: new Date(noted).toISOString(),
        ...noteOf(random, type, at % 2 === 0),
        provider: random.pick(TELEHEALTH_PROVIDERS),
      };
    });
}
