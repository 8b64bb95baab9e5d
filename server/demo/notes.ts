import { epochDayOf, newYorkDay, newYorkSqlDatetime } from "~/domain/calendar";
import type { NoteTable } from "~server/store/schema";
import { TELEHEALTH_PROVIDERS } from "./names.data";
import { NOTE_TEXTS } from "./note-texts.data";
import type { Resident } from "./residents";
import { seededRandom, type Random } from "./random";

const MS_PER_MINUTE = 60_000;
/** The last 24, 48 and 72 hours, which the After Hours Patient Report offers (R163). */
const LOOKBACKS = 3;
const MINUTES_PER_LOOKBACK = 24 * 60;
/** Nothing of the last minutes, nor so near the end of a lookback that it leaves it while somebody looks. */
const NEWEST_MINUTES = 20;
const OLDEST_MINUTES = MINUTES_PER_LOOKBACK - 120;
/** The hours in which a practice is open have few calls of the telehealth desk. */
const OFFICE_OPENS = 8;
const OFFICE_CLOSES = 18;

interface Present {
  resident: Resident;
  npi: number | null;
  isnp: boolean;
}

function openStayOf({ stays }: Resident) {
  return stays.find(({ discharged_on }) => !discharged_on);
}

/** Residents who have been in a facility for longer than the notes reach back, by facility. */
function presentByFacility(
  residents: readonly Resident[],
  now: Date,
): Map<number, Present[]> {
  const longEnough = epochDayOf(newYorkDay(now)) - LOOKBACKS;
  const present = new Map<number, Present[]>();
  for (const resident of residents) {
    const stay = openStayOf(resident);
    if (stay && stay.admitted_on < longEnough) {
      const there = present.get(stay.facility_id) ?? [];
      there.push({ resident, npi: stay.npi, isnp: stay.isnp === 1 });
      present.set(stay.facility_id, there);
    }
  }
  return present;
}

/**
 * Whom the desk was called for in one lookback at one facility: somebody of each physician who has a demo account, and
 * somebody of the ISNP, so that no lookback is empty for an account that sees the facility.
 */
function calledFor(
  random: Random,
  there: readonly Present[],
  npisWithAccount: readonly number[],
): Present[] {
  const groups = [
    ...npisWithAccount.map((npi) => there.filter((one) => one.npi === npi)),
    there.filter(({ isnp }) => isnp),
    there,
  ];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => random.pick(group));
}

/** An evening, night or early morning of one lookback. */
function afterHours(random: Random, now: Date, lookback: number): Date {
  for (;;) {
    const minutesBack =
      lookback * MINUTES_PER_LOOKBACK +
      random.int(NEWEST_MINUTES, OLDEST_MINUTES);
    const at = new Date(now.getTime() - minutesBack * MS_PER_MINUTE);
    const hour = Number(newYorkSqlDatetime(at).slice(11, 13));
    if (hour < OFFICE_OPENS || hour >= OFFICE_CLOSES) return at;
  }
}

/**
 * Telehealth notes of the 72 hours before `now`, on residents who are there.
 *
 * @param npisWithAccount physicians for whom none of the lookbacks may be empty
 */
export function makeNotes(
  residents: readonly Resident[],
  now: Date,
  npisWithAccount: readonly number[],
): NoteTable[] {
  const notes: NoteTable[] = [];
  for (const [facilityId, there] of presentByFacility(residents, now)) {
    const random = seededRandom(`notes ${facilityId}`);
    for (let lookback = 0; lookback < LOOKBACKS; lookback += 1) {
      const called = calledFor(random, there, npisWithAccount);
      for (const { resident } of called) {
        const id = notes.length + 1;
        notes.push(makeNote(random, { resident, id, lookback, now }));
      }
    }
  }
  return notes;
}

/** A note of one evening or night on a resident who is there. */
export function makeNote(
  random: Random,
  about: { resident: Resident; id: number; lookback: number; now: Date },
): NoteTable {
  const { resident, id, lookback, now } = about;
  const stay = openStayOf(resident);
  // Each type comes at every facility of five notes and more.
  const { type, texts } = NOTE_TEXTS[(id - 1) % NOTE_TEXTS.length] ?? {
    type: "Consultation",
    texts: [""],
  };
  return {
    id,
    patient_id: resident.id,
    recorded_patient_id: null,
    facility_id: stay?.facility_id ?? 0,
    npi: stay?.npi ?? null,
    noted_at: afterHours(random, now, lookback).toISOString(),
    note_type: type,
    note_text: random.pick(texts),
    provider: random.chance(0.05) ? null : random.pick(TELEHEALTH_PROVIDERS),
    high_risk: random.chance(0.25) ? 1 : 0,
  };
}
