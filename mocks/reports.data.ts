import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";

export interface MockReport {
  id: number;
  report_id: string;
  title: string;
  type: "powerbi" | "other";
  roles: AccessLevel[];
  /** Ids of Power BI; null for the others. */
  embed: { workspace_id: string; report_id: string } | null;
}

const embedOf = (id: number) => ({
  workspace_id: "4a1f0000-0000-4000-8000-000000000001",
  report_id: `4a1f0000-0000-4000-8000-00000000010${id}`,
});

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
    embed: null,
  },
  {
    id: 2,
    report_id: "cms-qies-reports",
    title: "CMS QIES Reports",
    type: "other",
    roles: EVERYBODY.filter((level) => level !== "physician"),
    embed: null,
  },
  {
    id: 3,
    report_id: "medical-staff-report",
    title: "Medical Staff Report",
    type: "other",
    roles: ["region", "division", "company", "admin"],
    embed: null,
  },
  {
    id: 4,
    report_id: "infection-control",
    title: "Infection Control",
    type: "powerbi",
    roles: ["facility", "region", "division", "company", "admin"],
    embed: embedOf(4),
  },
  {
    id: 5,
    report_id: "antibiotic-stewardship",
    title: "Antibiotic Stewardship",
    type: "powerbi",
    roles: ["company", "admin"],
    embed: embedOf(5),
  },
];
