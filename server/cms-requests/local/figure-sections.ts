import {
  formatCount,
  formatPer1000,
  formatPercent,
} from "~/domain/number-format";
import { FRAILTY_WORDS, unscoredPatients } from "~/domain/frailty";
import {
  type Total,
  type Totals,
  TOTALS,
  per1000Days,
  per1000Months,
  ratePercent,
} from "~server/measures/additive-totals";
import { readMetrics, frailtyOf } from "~server/measures/metrics";
import {
  openFigures,
  patientsOf,
  readTotals,
} from "~server/measures/stay-figures";
import type { ReportSection } from "~server/cms-requests/pdf/page";
import { otherFacilities, ownQuestion, type LocalData } from "./local-data";
import { lastMonths, periodText, piecesOf, type Period } from "./report-period";
import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";

/** The additive figures of a place (R78, R79, R82), with numerator and denominator of each rate. */
const FIGURE_LINES: readonly [label: string, text: (all: Totals) => string][] =
  [
    ["Days of care", (all) => formatCount(all.days_of_care)],
    ["Admissions", (all) => formatCount(all.snf_adm)],
    ["Admissions from hospital", (all) => formatCount(all.ach_adm)],
    ["Returned to hospital within 30 days", returnedText],
    ["ED visit within 30 days", (all) => percentText(all.ed, all.settled_adm)],
    ["Long-stay days", (all) => formatCount(all.pd_lt_doc)],
    [
      "Hospitalizations per 1,000 long-stay days",
      (all) => per1000DaysText(all.h_events, all.pd_lt_doc),
    ],
    [
      "ED visits per 1,000 long-stay days",
      (all) => per1000DaysText(all.ed_events, all.pd_lt_doc),
    ],
    [
      "Hospital admissions per 1,000 long-stay months",
      ({ adm_events, pd_lt_doc }) =>
        rate(
          adm_events,
          Math.round(pd_lt_doc / DAYS_PER_MONTH),
          " months",
          formatPer1000(per1000Months(adm_events, pd_lt_doc)),
        ),
    ],
  ];

export function returnedText({ rth, settled_adm }: Totals): string {
  return percentText(rth, settled_adm);
}

function percentText(count: number, of: number): string {
  return rate(count, of, "", formatPercent(ratePercent(count, of)));
}

function per1000DaysText(count: number, days: number): string {
  return rate(count, days, " days", formatPer1000(per1000Days(count, days)));
}

function rate(
  count: number,
  of: number,
  unit: string,
  rateText: string,
): string {
  return `${formatCount(count)} of ${formatCount(of)}${unit} (${rateText})`;
}

const MOST_QUARTERS = 8;

/** Shown if too few other facilities can be summed. */
const TOO_FEW =
  "Fewer than three of the company's other facilities have residents in that time. Their sum could give single facilities away, so it is not shown.";

interface FigureColumn {
  label: string;
  totals: Totals;
  residents: string;
}

async function comparisonColumns(
  data: LocalData,
  window: Period,
): Promise<{ columns: FigureColumn[]; notes: string[] }> {
  const question = ownQuestion(data, window);
  const others = await otherFacilities(data, [window]);
  const asked = [
    { label: "Facility", whose: " of this facility", question },
    {
      label: OTHERS,
      whose: " of the company's other facilities",
      question: others && { ...question, facilityIds: others },
    },
  ];
  const columns: FigureColumn[] = [];
  const empty: string[] = [];
  for (const { label, whose, question } of asked) {
    if (!question) continue;
    const totals = await readTotals(data.db, question);
    if (!hasCounts(totals)) empty.push(whose);
    else {
      columns.push({
        label: `${label}, comparison group ${periodText(window)}`,
        totals,
        residents: "Not compared",
      });
    }
  }
  const stays = data.order.isnp ? "ISNP stays" : "stays";
  const time = periodText(window, " to ");
  const [whose, what] =
    empty.length > 1
      ? ["", "the comparison group"]
      : [empty.join(), "that column"];
  const leftOut = `The census has no ${stays}${whose} from ${time}, so ${what} is left out.`;
  const notes = [
    ...(empty.length > 0 ? [leftOut] : []),
    ...(others ? [] : [TOO_FEW]),
  ];
  return { columns, notes };
}

const OTHERS = "Company's other facilities";

function hasCounts(totals: Totals): boolean {
  return TOTALS.some((total) => totals[total] > 0);
}

/** Covers the period and, if requested, the comparison group's six months. Omits empty columns. */
export async function figuresSection(
  data: LocalData,
): Promise<ReportSection[]> {
  const { columns, notes } = data.window
    ? await comparisonColumns(data, data.window)
    : { columns: [], notes: [] };
  if (data.hasStays) columns.unshift(await ownColumn(data));
  // Another section explains the empty period.
  if (columns.length === 0) return [];
  return [
    {
      heading: "Figures of the facility",
      sentences: [
        "Each rate follows the two counts that it comes from. Where the second count is 0, the rate is Unknown.",
        "The 30-day rates count admissions from hospital whose 30 days are over.",
        ...notes,
      ],
      table: {
        columns: [
          { label: "Figure", width: 34 },
          ...columns.map(({ label }) => ({ label, width: 26 })),
        ],
        rows: [
          ...(data.hasStays
            ? [
                [
                  "Residents in the period",
                  ...columns.map(({ residents }) => residents),
                ],
              ]
            : []),
          ...FIGURE_LINES.map(([label, text]) => [
            label,
            ...columns.map(({ totals }) => text(totals)),
          ]),
        ],
      },
    },
  ];
}

async function ownColumn(data: LocalData): Promise<FigureColumn> {
  const own = ownQuestion(data);
  const metrics = await readMetrics(data.db, own);
  return {
    label: `Facility, ${periodText(data.days)}`,
    totals: await readTotals(data.db, own),
    residents: formatCount(metrics?.patient_count ?? 0),
  };
}

export async function monthsSection(data: LocalData): Promise<ReportSection> {
  const { months, notes } = lastMonths(data.days);
  const totals = await totalsOfPieces(data, [data.order.facility.id], months);
  return {
    heading: "By month",
    sentences: notes,
    table: {
      columns: [
        { label: "Month", width: 9.5 },
        ...MONTH_COLUMNS.map(({ label, width = 9.1 }) => ({
          label,
          width,
          isNumber: true,
        })),
      ],
      rows: months.map(({ label }, index) => [
        label,
        ...MONTH_COLUMNS.map(({ total }) =>
          formatCount(totals[index]?.[total] ?? 0),
        ),
      ]),
    },
  };
}

const MONTH_COLUMNS: { label: string; total: Total; width?: number }[] = [
  { label: "Days of care", total: "days_of_care" },
  { label: "Admissions", total: "snf_adm", width: 11.5 },
  { label: "From hospital", total: "ach_adm" },
  { label: "30 days over", total: "settled_adm" },
  { label: "Returned in 30 days", total: "rth" },
  { label: "ED in 30 days", total: "ed" },
  { label: "Long-stay days", total: "pd_lt_doc" },
  { label: "Long-stay hospitalizations", total: "h_events", width: 15 },
  { label: "Long-stay ED visits", total: "ed_events" },
];

/** Figures of the facility and of the company's other facilities by quarter of the fiscal year. */
export async function quartersSections(
  data: LocalData,
): Promise<ReportSection[]> {
  const pieces = piecesOf(data.days, 3, MOST_QUARTERS);
  const own = await totalsOfPieces(data, [data.order.facility.id], pieces);
  const others = await otherFacilities(data, pieces);
  const ofOthers = others && (await totalsOfPieces(data, others, pieces));
  const byQuarter = (heading: string, totals: Totals[]): ReportSection => ({
    heading,
    table: {
      columns: [
        { label: "Figure", width: 28 },
        ...pieces.map(({ label }) => ({ label, width: 20 })),
      ],
      rows: FIGURE_LINES.map(([label, text]) => [label, ...totals.map(text)]),
    },
  });
  return [
    byQuarter("Facility by quarter", own),
    ofOthers?.some(hasCounts)
      ? byQuarter(`${OTHERS} by quarter`, ofOthers)
      : {
          heading: OTHERS,
          sentences: [
            ofOthers
              ? "The census has no stays of other facilities in the period."
              : TOO_FEW,
          ],
        },
  ];
}

async function totalsOfPieces(
  { db, order }: LocalData,
  facilityIds: number[],
  pieces: readonly Period[],
): Promise<Totals[]> {
  const figures = await openFigures(db, { facilityIds, isnp: order.isnp });
  const { totals } = await figures.over({ totals: pieces });
  return totals;
}

export async function frailtySection(data: LocalData): Promise<ReportSection> {
  const own = ownQuestion(data);
  const figures = await openFigures(data.db, own);
  const found = await figures.over({ people: [own] });
  const [people] = found.people;
  const frailty = people && frailtyOf(people);
  if (!frailty) {
    return {
      heading: "Frailty",
      sentences: ["No resident stayed a day in the period."],
    };
  }
  const without = unscoredPatients(patientsOf(people), frailty);
  return {
    heading: "Frailty",
    table: {
      columns: [
        { label: "Newest score", width: 70 },
        { label: "Residents", width: 30, isNumber: true },
      ],
      rows: [
        [`${FRAILTY_WORDS.high} (6 and above)`, formatCount(frailty.high)],
        [`${FRAILTY_WORDS.medium} (3 to 5)`, formatCount(frailty.medium)],
        [`${FRAILTY_WORDS.low} (below 3)`, formatCount(frailty.low)],
        ["No score", formatCount(without ?? 0)],
      ],
    },
  };
}
