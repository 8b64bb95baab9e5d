import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { cmsFileWords } from "~/features/profile/rules/cms/cms-file";
import { censusReportText } from "~/features/cms-requests/rules/census-report-words";
import { readReach } from "~server/measures/data-reach";
import { readStars } from "~server/measures/metrics";
import { readCensusReach } from "~server/qies/census-reach";
import type { CmsOrder } from "~server/qies/cms-connector";
import type { ReportContent, ReportSection } from "~server/qies/report-content";
import type { Schema } from "~server/store/schema";
import { censusCheckSections } from "./census-check-sections";
import {
  figuresSection,
  frailtySection,
  monthsSection,
  quartersSections,
} from "./figure-sections";
import { hasStays } from "./local-data";
import type { LocalData } from "./local-data";
import { factsOf } from "./report-facts";
import {
  comparisonWindow,
  periodOf,
  periodText,
  reportingDays,
} from "./report-period";
import type { ReportPeriod } from "./report-period";
import { residentSection } from "./resident-section";
import { staffSection } from "./staff-section";
import { facilityName } from "./written-names";

interface Part {
  make(data: LocalData): Promise<ReportSection[]>;
  /** Left out where the facility has no stay in the period. */
  needsStays: boolean;
}

const ofStays = (make: Part["make"]): Part => ({ make, needsStays: true });
const ofOneSection = (
  section: (data: LocalData) => Promise<ReportSection>,
): Part => ofStays(async (data) => [await section(data)]);

const figures: Part = { make: figuresSection, needsStays: false };
const months = ofOneSection(monthsSection);
const frailty = ofOneSection(frailtySection);
const staff = ofOneSection(staffSection);
const residents = ofOneSection((data) => residentSection(data));
const quarters = ofStays(quartersSections);
const censusChecks = ofStays(censusCheckSections);
const reportingResidents = ofStays(async (data) =>
  data.order.args.rsdntDataSw?.value === "Y"
    ? [await residentSection(data, reportingDays(data.order, data.days))]
    : [],
);
const stars: Part = { make: starsSections, needsStays: false };

/** What is in the local report of each type, by its code. */
const PARTS: Record<string, Part[]> = {
  "56-801": [figures, residents],
  "60-6035": [quarters],
  "50-5015": [censusChecks],
  "56-800": [figures, months],
  "56-804": [figures, frailty, staff, stars],
  "50-5011": [censusChecks],
  "50-5009": [censusChecks],
  "50-5007": [censusChecks, residents],
  "50-5002": [censusChecks],
  "60-6032": [figures, frailty, months],
  "60-6033": [figures, residents],
  "60-6030": [figures, months, reportingResidents],
  "55-5017": [censusChecks],
};

/** The types that can be made from local data. */
export const LOCAL_REPORT_CODES: readonly string[] = Object.keys(PARTS);

/**
 * The text of a report from what the database holds. Null for a type that there is no local report of. To be read in one
 * snapshot.
 */
export async function composeReport(
  db: Kysely<Schema>,
  order: CmsOrder,
  { now, siteName }: { now: Date; siteName: string },
): Promise<ReportContent | null> {
  const parts = PARTS[order.code];
  if (!parts) return null;
  const today = newYorkDay(now);
  const { firstDay, importedAt } = await readCensusReach(db);
  const dataThrough = await readReach(db, order.facility.id);
  const period = periodOf(order, { today, censusFrom: firstDay, dataThrough });
  const facts = await factsOf(db, {
    order,
    period,
    madeAt: now,
    importedAt,
    dataThrough,
  });
  const about = censusReportText(order);
  const title = `${order.name} (${order.code})`;
  return {
    title,
    banner: `Made by ${siteName} from its own census. This is not a CMS document.`,
    runningHead: {
      facility: facilityName(order.facility),
      report: [
        title,
        periodText(period.asked),
        ...(order.isnp ? ["ISNP stays only"] : []),
      ].join(" · "),
    },
    facts,
    sections: [
      {
        heading: "About this report",
        sentences: period.why ? [about, period.why] : [about],
      },
      ...(await sectionsOf(db, order, { period, today, parts })),
    ],
  };
}

async function sectionsOf(
  db: Kysely<Schema>,
  order: CmsOrder,
  {
    period,
    today,
    parts,
  }: { period: ReportPeriod; today: string; parts: Part[] },
): Promise<ReportSection[]> {
  const { asked, counted } = period;
  const data: LocalData = {
    db,
    order,
    days: counted ?? asked,
    window: comparisonWindow(order, today),
    hasStays: counted !== null && (await hasStays(db, order, counted)),
  };
  const sections: ReportSection[] = data.hasStays ? [] : [nothingSection(data)];
  // One after the other: a snapshot is one connection.
  for (const { make, needsStays } of parts) {
    if (data.hasStays || !needsStays) sections.push(...(await make(data)));
  }
  return sections;
}

/** In place of all tables of the period, which would hold nothing but zeros. */
function nothingSection({ order, days }: LocalData): ReportSection {
  const stays = order.isnp ? "ISNP stays" : "stays";
  return {
    heading: "No data in the period",
    sentences: [
      `The census has no ${stays} of this facility from ${periodText(days, " to ")}, so the tables of this period are left out.`,
    ],
  };
}

async function starsSections({
  db,
  order,
}: LocalData): Promise<ReportSection[]> {
  const rating = await readStars(db, order.facility.id);
  const text = (count: number | null) =>
    count === null ? "Unknown" : `${count} of 5`;
  const { marks, date } = cmsFileWords(rating?.cms_file);
  return [
    {
      heading: "CMS stars on record",
      sentences: [...marks, ...(date ? [date] : [])].map((text) => `${text}.`),
      table: {
        columns: [
          { label: "Rating", width: 70 },
          { label: "Stars", width: 30 },
        ],
        rows: [
          ["Overall", text(rating?.overall ?? null)],
          ["Health inspection", text(rating?.survey ?? null)],
          ["Quality measures", text(rating?.quality ?? null)],
          ["Staffing", text(rating?.staffing ?? null)],
        ],
      },
    },
  ];
}
