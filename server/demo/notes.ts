import type { EpochDay } from "~/domain/calendar";
import type { NoteTable } from "~server/store/schema";
import { TELEHEALTH_PROVIDERS } from "./names.data";
import { NOTE_TEXTS } from "./note-texts.data";
import type { Resident } from "./residents";
import { seededRandom } from "./random";

const MS_PER_DAY = 86_400_000;
const MS_PER_HOUR = 3_600_000;
const MS_PER_MINUTE = 60_000;
/** No later than midnight in New York at the beginning of a day, in summer and in winter. */
const MIDNIGHT_UTC_HOUR = 4;
const HOURS_BACK = 56;
const NOTES_PER_FACILITY = 7;
/** The hours before midnight in which a practice is open are left out. */
const FIRST_OFFICE_HOUR = 6;
const LAST_OFFICE_HOUR = 15;

/** Telehealth notes of the evenings and nights before `today`, on residents who are there. */
export function makeNotes(
  residents: readonly Resident[],
  today: EpochDay,
): NoteTable[] {
  const present = new Map<
    number,
    { resident: Resident; npi: number | null }[]
  >();
  for (const resident of residents) {
    const stay = resident.stays.find(({ discharged_on }) => !discharged_on);
    if (stay && stay.admitted_on < today - 3) {
      const there = present.get(stay.facility_id) ?? [];
      there.push({ resident, npi: stay.npi });
      present.set(stay.facility_id, there);
    }
  }
  const midnight = today * MS_PER_DAY + MIDNIGHT_UTC_HOUR * MS_PER_HOUR;
  const notes: NoteTable[] = [];
  for (const [facilityId, there] of present) {
    const random = seededRandom(`notes ${facilityId}`);
    for (let count = 0; count < NOTES_PER_FACILITY; count += 1) {
      const { resident, npi } = random.pick(there);
      let minutesBack = random.int(1, HOURS_BACK * 60);
      const hourBefore = Math.floor(minutesBack / 60) % 24;
      if (hourBefore >= FIRST_OFFICE_HOUR && hourBefore <= LAST_OFFICE_HOUR) {
        minutesBack = (minutesBack % 60) + random.int(0, 5) * 60 + 1;
      }
      // Each type comes at every facility of five notes and more.
      const { type, texts } = NOTE_TEXTS[count % NOTE_TEXTS.length] ?? {
        type: "Consultation",
        texts: [""],
      };
      notes.push({
        id: notes.length + 1,
        patient_id: resident.id,
        facility_id: facilityId,
        npi,
        noted_at: new Date(
          midnight - minutesBack * MS_PER_MINUTE,
        ).toISOString(),
        note_type: type,
        note_text: random.pick(texts),
        provider: random.chance(0.05)
          ? null
          : random.pick(TELEHEALTH_PROVIDERS),
        high_risk: random.chance(0.25) ? 1 : 0,
      });
    }
  }
  return notes;
}
