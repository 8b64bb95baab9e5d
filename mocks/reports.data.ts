import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";

export interface MockReport {
  id: number;
  report_id: string;
  title: string;
  type: "powerbi" | "other";
  roles: AccessLevel[];
}

const EVERYBODY: AccessLevel[] = ACCESS_LEVELS.filter(
  (level) => level !== "account_manager",
);

export const REPORTS: readonly MockReport[] = [
  {
    id: 1,
    report_id: "after-hours-patient-report",
    title: "After Hours Patient Report",
    type: "other",
    roles: EVERYBODY,
  },
  {
    id: 2,
    report_id: "cms-qies-reports",
    title: "CMS QIES Reports",
    type: "other",
    roles: EVERYBODY.filter((level) => level !== "physician"),
  },
  {
    id: 3,
    report_id: "medical-staff-report",
    title: "Medical Staff Report",
    type: "other",
    roles: ["region", "division", "company", "admin"],
  },
  {
    id: 4,
    report_id: "infection-control",
    title: "Infection Control",
    type: "powerbi",
    roles: ["facility", "region", "division", "company", "admin"],
  },
  {
    id: 5,
    report_id: "antibiotic-stewardship",
    title: "Antibiotic Stewardship",
    type: "powerbi",
    roles: ["company", "admin"],
  },
];
