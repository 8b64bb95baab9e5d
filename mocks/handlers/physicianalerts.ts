import {
  getPhysicianAlerts,
  getUnreadAlerts,
  type AfterHoursNote,
} from "~/contract/physicianalerts";
import type { Viewer } from "~/domain/access/viewer";
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

/** A note for each patient in view, seven hours apart, so that each lookback holds a different number. */
function notesFor(host: MockHost, viewer: Viewer): AfterHoursNote[] {
  const facilityIds = new Set(facilitiesOf(viewer).map(({ id }) => id));
  return PATIENTS.filter(
    (patient) =>
      facilityIds.has(patient.facilityId) &&
      (!viewer.isnpOnly || patient.isnp) &&
      (viewer.accessLevel !== "physician" ||
        viewer.accessLevelIds.includes(patient.npi ?? 0)),
  ).map((patient, index) => noteOf(host, patient, index));
}

function noteOf(
  host: MockHost,
  patient: MockPatient,
  index: number,
): AfterHoursNote {
  const facility = FACILITIES.find(({ id }) => id === patient.facilityId);
  const region = REGIONS.find(({ id }) => id === facility?.regionId);
  const division = DIVISIONS.find(({ id }) => id === region?.divisionId);
  const physician = PHYSICIANS.find(({ npi }) => npi === patient.npi);
  const agoMs = (index * HOURS_BETWEEN_NOTES + 1) * HOUR_MS;
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
    admissionDate: null,
    dischargeDate: null,
    admissionLocation: "Hospital",
    dischargeLocation: null,
  };
}

export function physicianalertsHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "physicianalerts", getUnreadAlerts, ({ viewer }) => ({
      data: {
        unread:
          viewer.accessLevel === "physician"
            ? notesFor(host, viewer).length
            : 0,
      },
    })),
    mockEndpoint(host, "physicianalerts", getPhysicianAlerts, ({ viewer }) => {
      const notes = notesFor(host, viewer);
      return notes.length > 0
        ? { data: notes, lastUpdated: host.lastUpdated }
        : null;
    }),
  ];
}
