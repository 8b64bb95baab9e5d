import {
  getLocationSummary,
  getPatientSummary,
  type LocationRow,
  type PatientRow,
} from "~/contract/summary";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { countsOf, patientsOf, type Question } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import {
  DIVISIONS,
  FACILITIES,
  PHYSICIANS,
  REGIONS,
  type MockPatient,
} from "../organization.data";
import { answerFigures } from "../question";
import { facilitiesUnder } from "../scope";

const CHILDREN = {
  company: { level: "division", places: () => DIVISIONS },
  division: {
    level: "region",
    places: (id: number) => REGIONS.filter((one) => one.divisionId === id),
  },
  region: {
    level: "facility",
    places: (id: number) => FACILITIES.filter((one) => one.regionId === id),
  },
} as const;

export function summaryHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "summary", getLocationSummary, (call) =>
      answerFigures(host, call, (question) => {
        const { level, places } = CHILDREN[call.params.level];
        return places(call.params.id).map((place) =>
          locationRow(question, level, place),
        );
      }),
    ),
    mockEndpoint(host, "summary", getPatientSummary, (call) =>
      answerFigures(host, call, (question) => {
        const rows = patientsOf(question).map((one) =>
          patientRow(one, question),
        );
        return rows.length > 0 ? rows : null;
      }),
    ),
  ];
}

function locationRow(
  question: Question,
  level: LocationLevel,
  place: { id: number; name: string },
): LocationRow {
  const facilities = facilitiesUnder(level, place.id);
  const counts = countsOf({ ...question, scope: { facilities } });
  return {
    id: place.id,
    name: place.name,
    physician_count: PHYSICIANS.filter((physician) =>
      facilities.some(({ id }) => physician.facilityIds.includes(id)),
    ).length,
    patient_count: counts.patients,
    long_stay_patient_count: Math.round(counts.longStayDays / 200),
    admit_from_hospital_count: counts.fromHospital,
  };
}

function patientRow(patient: MockPatient, { endDate }: Question): PatientRow {
  const lastDay = epochDayOf(endDate);
  const { admittedAgo, dischargedAgo } = patient;
  return {
    id: patient.id,
    first_name: patient.firstName,
    last_name: patient.lastName,
    admission_date: isoDayOf(lastDay - admittedAgo),
    discharge_date:
      dischargedAgo === null ? null : isoDayOf(lastDay - dischargedAgo),
    days_care: admittedAgo - (dischargedAgo ?? -1),
    frailty_score: patient.frailtyScore,
    hospital_transfers: patient.transfers,
    hospital_visits: patient.visits,
    short_stay_ed_visits: admittedAgo <= 100 ? patient.visits : 0,
    long_stay_ed_visits: admittedAgo > 100 ? patient.visits : 0,
  };
}
