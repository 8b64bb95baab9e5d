import { firstLast } from "~/domain/person-name";
import { formatCount } from "~/domain/number-format";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { readMedicalStaffRows } from "~server/measures/medical-staff-rows";
import type { ReportSection } from "~server/qies/report-content";
import { returnedText } from "./figure-lines";
import { ownQuestion } from "./local-data";
import type { LocalData } from "./local-data";
import { missingNames, writtenName } from "./written-names";

/** The physicians with a stay at the facility in the period. */
export async function staffSection(data: LocalData): Promise<ReportSection> {
  const own = ownQuestion(data);
  const staff = await readMedicalStaffRows(data.db, own, own.facilityIds);
  if (staff.length === 0) {
    return {
      heading: "Medical staff",
      sentences: ["No stay in the period has a physician."],
    };
  }
  const names = staff.map(({ row }) =>
    row.id === NO_PHYSICIAN_ID
      ? "Stays without a physician"
      : firstLast(row.physician_first_name, row.physician_last_name),
  );
  return {
    heading: "Medical staff",
    sentences: missingNames(names, "the NPI"),
    table: {
      columns: [
        { label: "Physician", width: 37 },
        { label: "Residents", width: 13, isNumber: true },
        { label: "Short-stay", width: 13, isNumber: true },
        { label: "Long-stay", width: 13, isNumber: true },
        { label: "Returned in 30 days", width: 24, isNumber: true },
      ],
      rows: staff.map(({ row, totals }, index) => [
        writtenName(names[index] ?? "", `NPI ${row.id}`),
        formatCount(row.patient_count),
        formatCount(row.short_stay_patient_count),
        formatCount(row.long_stay_patient_count),
        returnedText(totals),
      ]),
    },
  };
}
