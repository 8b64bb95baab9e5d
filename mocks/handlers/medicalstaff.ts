import { getMedicalStaff, type MedicalStaffRow } from "~/contract/medicalstaff";
import { bandForScore } from "~/domain/frailty";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import {
  countsOf,
  patientsOf,
  per1000,
  per1000Months,
  percentOf,
  type Question,
} from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { PHYSICIANS, type MockPhysician } from "../organization.data";
import { answerFigures } from "../question";

export function medicalstaffHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "medicalstaff", getMedicalStaff, (call) =>
      answerFigures(host, call, (question) => {
        const { facilities } = question.scope;
        const physicians = PHYSICIANS.filter((one) =>
          facilities.some(({ id }) => one.facilityIds.includes(id)),
        );
        const rows = [...physicians, null]
          .map((physician) => staffRow(question, physician))
          .filter((row) => row !== null);
        return rows.length > 0 ? rows : null;
      }),
    ),
  ];
}

/** The row of a physician, or of the stays without one; null where those are none. */
function staffRow(
  question: Question,
  physician: MockPhysician | null,
): MedicalStaffRow | null {
  const asked: Question = {
    ...question,
    scope: {
      npi: physician?.npi ?? null,
      facilities: question.scope.facilities.filter(
        ({ id }) => !physician || physician.facilityIds.includes(id),
      ),
    },
  };
  const patients = patientsOf(asked);
  if (!physician && patients.length === 0) return null;
  const counts = countsOf(asked);
  const bands = patients.map((one) => bandForScore(one.frailtyScore));
  return {
    id: physician?.npi ?? NO_PHYSICIAN_ID,
    physician_first_name: physician?.firstName ?? null,
    physician_last_name: physician?.lastName ?? null,
    credentials: physician?.credentials ?? null,
    facility_count: asked.scope.facilities.length,
    patient_count: counts.patients,
    short_stay_patient_count: Math.round(counts.patients * 0.7),
    long_stay_patient_count: Math.round(counts.patients * 0.4),
    rth_30_metric: percentOf(counts.rth, counts.fromHospital),
    op_ed_30_metric: percentOf(counts.ed, counts.fromHospital),
    hosp_1000_lsdoc_metric: per1000(
      counts.hospitalizations,
      counts.longStayDays,
    ),
    ed_1000_lsdoc_metric: per1000(counts.longStayEd, counts.longStayDays),
    ach_1000mm_metric: per1000Months(counts.inpatient, counts.longStayDays),
    ach_adm: counts.fromHospital,
    pd_lt_doc: counts.longStayDays,
    frailty_high: bands.filter((band) => band === "high").length,
    frailty_medium: bands.filter((band) => band === "medium").length,
    frailty_low: bands.filter((band) => band === "low").length,
  };
}
