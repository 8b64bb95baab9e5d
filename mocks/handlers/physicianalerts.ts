import {
  getPhysicianAlerts,
  getUnreadAlerts,
  postNotesRead,
  type SentAfterHoursNote,
} from "~/contract/physicianalerts";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import {
  DIVISIONS,
  FACILITIES,
  PATIENTS,
  PHYSICIANS,
  REGIONS,
  type MockPatient,
} from "../organization.data";
import { lastFirst } from "~/domain/person-name";
import { forbidden } from "../refusal";
import { facilitiesOf } from "../scope";

const NOTE_TYPES = [
  "Convergence Narrative",
  "Admission Note",
  "Progress Note",
  "Post Transport",
  "Consultation",
];
const HOURS_BETWEEN_NOTES = 7;
const HOUR_MS = 3_600_000;

const LOOKBACK_MS = 72 * HOUR_MS;

interface Reader {
  viewer: Viewer;
  /** Id of the user's account. */
  userId: number;
}

/** A note for each patient in view, seven hours apart, so that each lookback holds a different number. */
function notesFor(host: MockHost, { viewer, userId }: Reader) {
  const facilityIds = new Set(facilitiesOf(viewer).map(({ id }) => id));
  const isPhysician = viewer.accessLevel === "physician";
  const read = host.notesRead.get(userId);
  const oldest = host.clock().getTime() - LOOKBACK_MS;
  return PATIENTS.filter(
    (patient) =>
      facilityIds.has(patient.facilityId) &&
      (!viewer.isnpOnly || patient.isnp) &&
      (!isPhysician || viewer.accessLevelIds.includes(patient.npi ?? 0)),
  )
    .map((patient, index) => ({
      ...noteOf(host, patient, index),
      unread: isPhysician && !read?.has(patient.id),
    }))
    .filter(
      ({ noteEffectiveDate }) => Date.parse(noteEffectiveDate ?? "") >= oldest,
    );
}

function noteOf(
  host: MockHost,
  patient: MockPatient,
  index: number,
): SentAfterHoursNote {
  const facility = FACILITIES.find(({ id }) => id === patient.facilityId);
  const region = REGIONS.find(({ id }) => id === facility?.regionId);
  const division = DIVISIONS.find(({ id }) => id === region?.divisionId);
  const physician = PHYSICIANS.find(({ npi }) => npi === patient.npi);
  const agoMs = (index * HOURS_BETWEEN_NOTES + 1) * HOUR_MS;
  const today = epochDayOf(newYorkDay(host.clock()));
  return {
    divisionName: division?.name ?? null,
    regionName: region?.name ?? null,
    regionId: region?.id ?? null,
    facilityName: facility?.name ?? null,
    facilityId: facility?.id ?? null,
    physicianName: physician
      ? lastFirst(physician.lastName, physician.firstName)
      : null,
    physicianNpi: physician?.npi ?? null,
    patientName: lastFirst(patient.lastName, patient.firstName),
    patientId: patient.id,
    noteEffectiveDate: new Date(host.clock().getTime() - agoMs).toISOString(),
    noteType: NOTE_TYPES[index % NOTE_TYPES.length] ?? null,
    noteText: "Seen by telehealth. Vital signs stable; no change of plan.",
    provider: "Convergence Telehealth",
    isnp: patient.isnp,
    highRisk: (patient.frailtyScore ?? 0) >= 6,
    admissionDate: isoDayOf(today - patient.admittedAgo),
    dischargeDate:
      patient.dischargedAgo === null
        ? null
        : isoDayOf(today - patient.dischargedAgo),
    admissionLocation: "Hospital",
    dischargeLocation: null,
    mrn: `MRN-${patient.id}`,
    noteId: patient.id,
  };
}

export function physicianalertsHandlers(host: MockHost) {
  const unreadOf = (reader: Reader) =>
    notesFor(host, reader).filter(({ unread }) => unread).length;
  return [
    mockEndpoint(
      host,
      "physicianalerts",
      getUnreadAlerts,
      ({ viewer, session }) => ({
        data: { unread: unreadOf({ viewer, userId: session.account.id }) },
      }),
    ),
    mockEndpoint(
      host,
      "physicianalerts",
      postNotesRead,
      ({ viewer, session, body }) => {
        if (viewer.accessLevel !== "physician") throw forbidden();
        const reader = { viewer, userId: session.account.id };
        const mine = notesFor(host, reader).map(({ noteId }) => noteId);
        const read = host.notesRead.get(reader.userId) ?? new Set();
        host.notesRead.set(reader.userId, read);
        body.noteIds
          .filter((noteId) => mine.includes(noteId))
          .forEach((noteId) => read.add(noteId));
        return { data: { unread: unreadOf(reader) } };
      },
    ),
    mockEndpoint(
      host,
      "physicianalerts",
      getPhysicianAlerts,
      ({ viewer, session }) => {
        if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) {
          throw forbidden();
        }
        const notes = notesFor(host, { viewer, userId: session.account.id });
        return notes.length > 0
          ? { data: notes, lastUpdated: host.lastUpdated }
          : null;
      },
    ),
  ];
}
