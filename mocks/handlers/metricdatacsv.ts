import { stringify } from "csv-stringify/sync";
import { HttpResponse } from "msw";
import {
  getMetricData,
  METRIC_COLUMNS,
  type MetricColumn,
} from "~/contract/metricdatacsv";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { metricFileName } from "~/domain/figures/metric-file-name";
import { patientsOf, type Question } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { FACILITIES, PHYSICIANS, type MockPatient } from "../organization.data";
import { questionOf } from "../question";

type Cell = string | number | null;

/** Each of the mocks' patients has an event so many days after admission. */
const DAYS_TO_EVENT = 1;

/** A row for each patient, whatever the figure: the mocks have no stays to count. */
export function metricdatacsvHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "metricdatacsv", getMetricData, (call) => {
      const { level, id, startDate, endDate } = call.params;
      const tag = call.query.measure_name;
      const question = questionOf(call);
      const patients = patientsOf(question);
      if (patients.length === 0) return null;
      const columns = METRIC_COLUMNS[tag];
      const rows = patients.map((patient) => {
        const cells = cellsOf(patient, question);
        return columns.map((column) => cells[column] ?? null);
      });
      const csv = stringify([[...columns], ...rows], {
        bom: true,
        escape_formulas: true,
        record_delimiter: "windows",
        quote_record_delimiter: true,
      });
      const name = metricFileName({ tag, level, id, startDate, endDate });
      return new HttpResponse(csv, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${name}"`,
        },
      });
    }),
  ];
}

function cellsOf(
  patient: MockPatient,
  { endDate }: Question,
): Partial<Record<MetricColumn, Cell>> {
  const lastDay = epochDayOf(endDate);
  const physician = PHYSICIANS.find(({ npi }) => npi === patient.npi);
  const facility = FACILITIES.find(({ id }) => id === patient.facilityId);
  const { admittedAgo, dischargedAgo } = patient;
  const days = admittedAgo - (dischargedAgo ?? -1);
  return {
    facility_id: patient.facilityId,
    facility_name: facility?.name ?? null,
    physician_npi: patient.npi,
    physician_first_name: physician?.firstName ?? null,
    physician_last_name: physician?.lastName ?? null,
    patient_id: patient.id,
    mrn: `MRN-${patient.id}`,
    patient_first_name: patient.firstName,
    patient_last_name: patient.lastName,
    stay_id: patient.id * 10,
    admitted_on: isoDayOf(lastDay - admittedAgo),
    discharged_on:
      dischargedAgo === null ? null : isoDayOf(lastDay - dischargedAgo),
    admitted_from: "hospital",
    isnp: String(patient.isnp),
    long_stay_from: isoDayOf(lastDay - admittedAgo + 100),
    days_in_range: days,
    long_stay_days_in_range: Math.max(0, days - 100),
    event_on: isoDayOf(lastDay - admittedAgo + DAYS_TO_EVENT),
    event_outcome: "inpatient",
    event_planned: "false",
    event_facility_id: patient.facilityId,
    event_facility_name: facility?.name ?? null,
    days_to_event: DAYS_TO_EVENT,
  };
}
