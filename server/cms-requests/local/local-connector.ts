import type {
  CmsAttempt,
  CmsConnector,
  CmsOrder,
} from "~server/cms-requests/cms-connector";
import { drawReport } from "~server/cms-requests/pdf/draw-report";
import type {
  ReportContent,
  ReportSection,
} from "~server/cms-requests/pdf/page";
import type { Schema } from "~server/store/schema";
import type { Kysely } from "kysely";
import { isoDayOf, usDayOf, newYorkSqlDatetime } from "~/domain/calendar";
import { cmsFileWords } from "~/features/profile/rules/cms/cms-file";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { formatCount } from "~/domain/number-format";
import { firstLast } from "~/domain/person-name";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { censusReportText } from "~/features/cms-requests/rules/census-warnings";
import type { ReportField } from "~/features/cms-requests/rules/report-fields";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import { readReach } from "~server/measures/data-reach";
import { readMedicalStaffRows } from "~server/measures/medical-staff-rows";
import { readStars } from "~server/measures/metrics";
import { readCensusReach } from "~server/cms-requests/requested-reports";
import { readClocks } from "~server/store/facility-clocks";
import { censusCheckSections } from "./census-check-sections";
import {
  returnedText,
  figuresSection,
  frailtySection,
  monthsSection,
  quartersSections,
} from "./figure-sections";
import {
  hasStays,
  ownQuestion,
  type LocalData,
  facilityName,
  missingNames,
  writtenName,
} from "./local-data";
import {
  comparisonWindow,
  periodOf,
  periodText,
  reportingDays,
} from "./report-period";
import { residentSection } from "./resident-section";

type Read = (db: Kysely<Schema>) => Promise<ReportContent | null>;
type Reading = (read: Read) => Promise<ReportContent | null>;

/** Makes reports from the census, for installations without an operator's connector. */
export function createLocalConnector(reading: Reading, siteName: string) {
  return {
    async fetchReport(order: CmsOrder, { signal, now }: CmsAttempt) {
      // Read everything before drawing, to release the snapshot.
      const content = await reading((db) =>
        composeReport(db, order, { now, siteName }),
      );
      signal.throwIfAborted();
      if (!content) {
        const words = "This report cannot be made from the census.";
        return { state: "refused" as const, words };
      }
      const made = { madeAt: now, maker: siteName, signal };
      return {
        state: "ready" as const,
        content: await drawReport(content, made),
      };
    },
  } satisfies CmsConnector;
}

async function staffSection(data: LocalData): Promise<ReportSection> {
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

async function reportingResidents(data: LocalData): Promise<ReportSection[]> {
  return data.order.args.rsdntDataSw?.value === "Y"
    ? [await residentSection(data, reportingDays(data.order, data.days))]
    : [];
}

type Part = (data: LocalData) => Promise<ReportSection | ReportSection[]>;

const PARTS: Record<string, Part[]> = {
  "56-801": [figuresSection, residentSection],
  "60-6035": [quartersSections],
  "50-5015": [censusCheckSections],
  "56-800": [figuresSection, monthsSection],
  "56-804": [figuresSection, frailtySection, staffSection, starsSection],
  "50-5011": [censusCheckSections],
  "50-5009": [censusCheckSections],
  "50-5007": [censusCheckSections, residentSection],
  "50-5002": [censusCheckSections],
  "60-6032": [figuresSection, frailtySection, monthsSection],
  "60-6033": [figuresSection, residentSection],
  "60-6030": [figuresSection, monthsSection, reportingResidents],
  "55-5017": [censusCheckSections],
};

/** The others are left out if the facility has no stay in the period. */
const WITHOUT_STAYS: readonly Part[] = [figuresSection, starsSection];

export const LOCAL_REPORT_CODES: readonly string[] = Object.keys(PARTS);

type Fact = readonly [name: string, value: string];

/** An instant as on screens, '06/30/2026 12:00 PM ET'. */
function newYorkText(instant: Date): string {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(instant));
  if (!read) throw new Error("an instant has a time and a date");
  return `${read.date} ${read.time} ET`;
}

const ISNP_ONLY = "ISNP stays only";

function requestFacts(order: CmsOrder): Fact[] {
  const fields = findReportType(order.code)?.fields ?? [];
  return fields.flatMap((field): Fact[] => {
    if (field.arg === null || field.kind === "day") return [];
    const value = order.args[field.arg]?.value;
    if (value === undefined) return [];
    const values = [value].flat();
    return [[field.label, values.map((one) => labelOf(field, one)).join("; ")]];
  });
}

/** The form's label, whatever the request contains. */
function labelOf(field: ReportField, value: string): string {
  if (field.kind === "switch") return value === "Y" ? "Yes" : "No";
  if (!("options" in field) || "of" in field.options) return value;
  const option = field.options.find((one) => one.value === value);
  return option?.label ?? value;
}

async function readPlace(db: Kysely<Schema>, facilityId: number) {
  return db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .where("facilities.id", "=", facilityId)
    .select([
      "region_id",
      "regions.name as region",
      "division_id",
      "divisions.name as division",
    ])
    .executeTakeFirstOrThrow();
}

/** The content of a report; null for a type without a local report. Call it within one snapshot. */
async function composeReport(
  db: Kysely<Schema>,
  order: CmsOrder,
  { now, siteName }: { now: Date; siteName: string },
): Promise<ReportContent | null> {
  const parts = PARTS[order.code];
  if (!parts) return null;
  const { facility } = order;
  const clocks = await readClocks(db, now, [facility.id]);
  const today = isoDayOf(clocks.todayAt(facility.id));
  const { firstDay, importedAt } = await readCensusReach(db);
  const dataThrough = await readReach(db, facility.id);
  const period = periodOf(order, { today, censusFrom: firstDay, dataThrough });
  const lastDay = dataThrough === null ? null : isoDayOf(dataThrough);
  // The facility's data cut-off (R245), if that is not today.
  const through =
    lastDay === null ? "Unknown" : lastDay < today ? usDayOf(lastDay) : null;
  const days = period.counted ?? period.asked;
  const data: LocalData = {
    db,
    order,
    days,
    window: comparisonWindow(order, today),
    hasStays: period.counted !== null && (await hasStays(db, order, days)),
  };
  const about = censusReportText(order);
  const sections: ReportSection[] = [
    {
      heading: "About this report",
      sentences: period.why ? [about, period.why] : [about],
    },
    ...(data.hasStays ? [] : [emptySection(data)]),
  ];
  // Sequential: a snapshot is one connection.
  for (const part of parts) {
    if (data.hasStays || WITHOUT_STAYS.includes(part)) {
      sections.push(...[await part(data)].flat());
    }
  }
  const title = `${order.name} (${order.code})`;
  const place = await readPlace(db, facility.id);
  const facts: (Fact | null)[] = [
    ["Facility", facilityName(facility)],
    ["CCN", facility.ccn ?? "Not on record"],
    ["Region", writtenName(place.region, `Region ${place.region_id}`)],
    ["Division", writtenName(place.division, `Division ${place.division_id}`)],
    ["Period", periodText(period.asked)],
    period.cut === null ? null : ["Counted", period.cut],
    ...requestFacts(order),
    order.isnp ? ["Residents", ISNP_ONLY] : null,
    ["Requested", newYorkText(order.requestedAt)],
    ["Made", newYorkText(now)],
    ["Census as of", importedAt === null ? "Unknown" : newYorkText(importedAt)],
    through === null ? null : ["Complete through", through],
  ];
  return {
    title,
    banner: `Made by ${siteName} from its own census. This is not a CMS document.`,
    runningHead: {
      facility: facilityName(facility),
      report: [
        title,
        periodText(period.asked),
        ...(order.isnp ? [ISNP_ONLY] : []),
      ].join(" · "),
    },
    facts: facts.filter((fact) => fact !== null),
    sections,
  };
}

/** Replaces the tables of the period, which would show only zeros. */
function emptySection({ order, days }: LocalData): ReportSection {
  const stays = order.isnp ? "ISNP stays" : "stays";
  return {
    heading: "No data in the period",
    sentences: [
      `The census has no ${stays} of this facility from ${periodText(days, " to ")}, so the tables of this period are left out.`,
    ],
  };
}

async function starsSection({ db, order }: LocalData): Promise<ReportSection> {
  const rating = await readStars(db, order.facility.id);
  const text = (count: number | null = null) =>
    count === null ? "Unknown" : `${count} of 5`;
  const { marks, date } = cmsFileWords(rating?.cms_file);
  return {
    heading: "CMS stars on record",
    sentences: [...marks, ...(date ? [date] : [])].map((text) => `${text}.`),
    table: {
      columns: [
        { label: "Rating", width: 70 },
        { label: "Stars", width: 30 },
      ],
      rows: [
        ["Overall", text(rating?.overall)],
        ["Health inspection", text(rating?.survey)],
        ["Quality measures", text(rating?.quality)],
        ["Staffing", text(rating?.staffing)],
      ],
    },
  };
}
