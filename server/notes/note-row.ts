import { dayIn, isoDayOf, minuteIn } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import type { NoteFacts } from "~/domain/residents/resident-facts";
import type { StayTable } from "~server/store/schema";
import type { NoteInView } from "./notes-in-view";

const ADMITTED_FROM: Record<StayTable["admitted_from"], string> = {
  hospital: "Hospital",
  community: "Community",
  other: "Other",
};

/** Fills in the end of a stay only for transfers into a hospital (R171). */
export function noteRow(note: NoteInView) {
  const { stay } = note;
  const dischargedOn = stay?.discharged_on ?? null;
  return {
    divisionName: note.division_name,
    regionName: note.region_name,
    regionId: note.region_id,
    facilityName: note.facility_name,
    facilityId: note.facility_id,
    physicianName: physicianOf(note),
    physicianNpi: note.npi,
    patientName: lastFirst(note.patient_last_name, note.patient_first_name),
    patientId: note.patient_id,
    noteEffectiveDate: note.noted_at,
    noteType: note.note_type,
    noteText: note.note_text,
    provider: note.provider,
    isnp: stay?.isnp === 1,
    highRisk: note.high_risk === 1,
    admissionDate: stay ? isoDayOf(stay.admitted_on) : null,
    dischargeDate: dischargedOn === null ? null : isoDayOf(dischargedOn),
    admissionLocation: stay ? ADMITTED_FROM[stay.admitted_from] : null,
    dischargeLocation: stay?.left_for_hospital === 1 ? "Hospital" : null,
    mrn: note.mrn,
    noteId: note.id,
    unread: note.unread,
  };
}

/** A note of a resident. Names its stay only if the viewer sees that stay. */
export function residentNote(
  note: NoteInView,
  staysSeen: ReadonlySet<number>,
): NoteFacts {
  const ms = Date.parse(note.noted_at);
  return {
    id: note.id,
    stayId: note.stay && staysSeen.has(note.stay.id) ? note.stay.id : null,
    notedAt: note.noted_at,
    day: dayIn(note.time_zone, ms),
    minuteOfDay: minuteIn(note.time_zone, ms),
    facilityName: note.facility_name,
    physician: physicianOf(note),
    type: note.note_type,
    text: note.note_text,
    provider: note.provider,
    isHighRisk: note.high_risk === 1,
    isUnread: note.unread,
  };
}

function physicianOf(note: NoteInView): string | null {
  return note.npi === null
    ? null
    : lastFirst(note.physician_last_name, note.physician_first_name);
}
