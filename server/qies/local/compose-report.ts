import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { readStars } from "~server/measures/metrics";
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
import type { LocalData } from "./local-data";
import { factsOf } from "./report-facts";
import { comparisonWindow, periodOf, reportingDays } from "./report-period";
import { residentSection } from "./resident-section";
import { staffSection } from "./staff-section";

const NO_MDS = {
  measures:
    "CMS works this report out from MDS assessments and claims, which local data do not hold. The figures below are the facility's own, from its census.",
  submissions:
    "Local data hold no MDS submissions, so there are no errors or validations of them to report.",
} as const;

type Part = (data: LocalData) => Promise<ReportSection[]>;

const one =
  (section: (data: LocalData) => Promise<ReportSection>): Part =>
  async (data) => [await section(data)];

const figures: Part = figuresSection;
const months = one(monthsSection);
const residents = one((data) => residentSection(data));
const reportingResidents: Part = async (data) =>
  data.order.args.rsdntDataSw?.value === "Y"
    ? [await residentSection(data, reportingDays(data.order, data.days))]
    : [];
const stars: Part = async ({ db, order }) => {
  const rating = await readStars(db, order.facility.id);
  const text = (count: number | null) =>
    count === null ? "Unknown" : `${count} of 5`;
  return [
    {
      heading: "CMS stars on record",
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
};

/** What is in the local report of each type, by its code. */
const PARTS: Record<string, { about: string; parts: Part[] }> = {
  "56-801": { about: NO_MDS.measures, parts: [figures, residents] },
  "60-6035": { about: NO_MDS.measures, parts: [quartersSections] },
  "50-5015": { about: NO_MDS.submissions, parts: [censusCheckSections] },
  "56-800": { about: NO_MDS.measures, parts: [figures, months] },
  "56-804": {
    about: NO_MDS.measures,
    parts: [figures, one(frailtySection), one(staffSection), stars],
  },
  "50-5011": { about: NO_MDS.submissions, parts: [censusCheckSections] },
  "50-5009": { about: NO_MDS.submissions, parts: [censusCheckSections] },
  "50-5007": {
    about: NO_MDS.submissions,
    parts: [censusCheckSections, residents],
  },
  "50-5002": { about: NO_MDS.submissions, parts: [censusCheckSections] },
  "60-6032": {
    about: NO_MDS.measures,
    parts: [figures, one(frailtySection), months],
  },
  "60-6033": { about: NO_MDS.measures, parts: [figures, residents] },
  "60-6030": {
    about: NO_MDS.measures,
    parts: [figures, months, reportingResidents],
  },
  "55-5017": { about: NO_MDS.submissions, parts: [censusCheckSections] },
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
  const kind = PARTS[order.code];
  if (!kind) return null;
  const today = newYorkDay(now);
  const period = periodOf(order, today);
  const { imported_at } = await db
    .selectFrom("data_state")
    .select("imported_at")
    .executeTakeFirstOrThrow();
  const facts = await factsOf(db, {
    order,
    period,
    madeAt: now,
    importedAt: imported_at,
  });
  const about: ReportSection = {
    heading: "What this is",
    sentences: period.why ? [kind.about, period.why] : [kind.about],
  };
  return {
    title: `${order.name} (${order.code})`,
    banner: `Made from local data by ${siteName}. This is not a CMS document.`,
    facts,
    sections: [
      about,
      ...(await sectionsOf(db, order, period, today, kind.parts)),
    ],
  };
}

async function sectionsOf(
  db: Kysely<Schema>,
  order: CmsOrder,
  period: ReturnType<typeof periodOf>,
  today: string,
  parts: Part[],
): Promise<ReportSection[]> {
  if (period.counted === null) {
    return [
      {
        heading: "Figures of the facility",
        sentences: ["The period has not begun: there is nothing to count."],
      },
    ];
  }
  const data: LocalData = {
    db,
    order,
    period,
    days: period.counted,
    window: comparisonWindow(order, today),
  };
  const sections: ReportSection[] = [];
  // One after the other: a snapshot is one connection.
  for (const part of parts) sections.push(...(await part(data)));
  return sections;
}
