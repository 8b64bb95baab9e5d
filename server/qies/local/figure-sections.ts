import { formatCount } from "~/domain/number-format";
import { FRAILTY_WORDS, unscoredPatients } from "~/domain/frailty";
import {
  cumulativeTotals,
  cumulativeTotalsUpTo,
} from "~server/measures/cumulative-totals";
import { noTotals, TOTALS } from "~server/measures/facility-totals";
import type { Total, Totals } from "~server/measures/facility-totals";
import { frailtyOf } from "~server/measures/frailty";
import { readMetrics } from "~server/measures/metrics";
import { patientsPresent, readPeopleDays } from "~server/measures/people-days";
import type { ReportSection } from "~server/qies/report-content";
import { FIGURE_LINES } from "./figure-lines";
import { otherFacilities, ownQuestion } from "./local-data";
import type { LocalData } from "./local-data";
import { periodText, piecesOf } from "./report-period";
import type { Piece } from "./report-period";

const MOST_MONTHS = 24;
const MOST_QUARTERS = 8;

const TOO_FEW =
  "Too few of the company's other facilities have residents in that time for a comparison that tells of none of them.";

/** The facility's figures over the period, and where a comparison group was asked for, over its six months too. */
export async function figuresSection(
  data: LocalData,
): Promise<ReportSection[]> {
  const own = ownQuestion(data);
  const [metrics, totals] = await inTurn([
    () => readMetrics(data.db, own),
    () => cumulativeTotals(data.db, own),
  ]);
  if (metrics === null && !data.window) {
    return [
      {
        heading: "Figures of the facility",
        sentences: ["The census has no stays of this facility in the period."],
      },
    ];
  }
  const columns = [
    { label: "Facility", totals },
    ...(data.window ? await windowColumns(data, data.window) : []),
  ];
  const isAlone = columns.length < 3 && data.window !== null;
  return [
    {
      heading: "Figures of the facility",
      sentences: [
        "Each rate stands behind its numerator and denominator. Rates over nothing are Unknown.",
        ...(isAlone ? [TOO_FEW] : []),
      ],
      table: {
        columns: [
          { label: "Figure", width: 34 },
          ...columns.map(({ label }, index) => ({
            label: index === 0 ? `${label}, ${periodText(data.days)}` : label,
            width: 26,
          })),
        ],
        rows: [
          [
            "Residents with a day in the period",
            formatCount(metrics?.patient_count ?? 0),
            ...columns.slice(1).map(() => "Not compared"),
          ],
          ...FIGURE_LINES.map(({ label, text }) => [
            label,
            ...columns.map((column) => text(column.totals)),
          ]),
        ],
      },
    },
  ];
}

async function windowColumns(
  data: LocalData,
  window: NonNullable<LocalData["window"]>,
): Promise<{ label: string; totals: Totals }[]> {
  const days = periodText(window);
  const own = ownQuestion(data, window);
  const others = await otherFacilities(data, [window]);
  const columns = [
    {
      label: `Facility, comparison group ${days}`,
      totals: await cumulativeTotals(data.db, own),
    },
  ];
  if (!others) return columns;
  const totals = await cumulativeTotals(data.db, {
    ...own,
    facilityIds: others,
  });
  return [
    ...columns,
    { label: `Company's other facilities, comparison group ${days}`, totals },
  ];
}

/** The additive counts month by month. */
export async function monthsSection(data: LocalData): Promise<ReportSection> {
  const pieces = piecesOf(data.days, 1, MOST_MONTHS);
  const totals = await totalsOfPieces(data, [data.order.facility.id], pieces);
  const isCut = (pieces[0]?.from ?? data.days.from) > data.days.from;
  return {
    heading: "By month",
    ...(isCut && {
      sentences: [`The last ${MOST_MONTHS} months of the period.`],
    }),
    table: {
      columns: [
        { label: "Month", width: 9.5 },
        ...MONTH_COLUMNS.map(({ label, width = 10.7 }) => ({
          label,
          width,
          isNumber: true,
        })),
      ],
      rows: pieces.map(({ label }, index) => [
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
  { label: "Returned in 30 days", total: "rth" },
  { label: "ED in 30 days", total: "ed" },
  { label: "Long-stay days", total: "pd_lt_doc" },
  { label: "Long-stay hospitalizations", total: "h_events", width: 15 },
  { label: "Long-stay ED visits", total: "ed_events" },
];

/** The fiscal year by quarter, the facility's figures and those of the company's other facilities. */
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
      rows: FIGURE_LINES.map(({ label, text }) => [label, ...totals.map(text)]),
    },
  });
  return [
    byQuarter("Facility by quarter", own),
    ofOthers
      ? byQuarter("Company's other facilities by quarter", ofOthers)
      : { heading: "Company's other facilities", sentences: [TOO_FEW] },
  ];
}

async function totalsOfPieces(
  { db, order }: LocalData,
  facilityIds: number[],
  pieces: readonly Piece[],
): Promise<Totals[]> {
  const days = pieces.flatMap(({ from, to }) => [from - 1, to]);
  const upTo = await cumulativeTotalsUpTo(
    db,
    { facilityIds, isnp: order.isnp },
    days,
  );
  return pieces.map((_, index) => {
    const before = upTo[2 * index] ?? noTotals();
    const after = upTo[2 * index + 1] ?? noTotals();
    return Object.fromEntries(
      TOTALS.map((total) => [total, after[total] - before[total]]),
    ) as Totals;
  });
}

/** Residents of the period by frailty. */
export async function frailtySection(data: LocalData): Promise<ReportSection> {
  const own = ownQuestion(data);
  const people = await readPeopleDays(data.db, own, null);
  const frailty = frailtyOf(people, own);
  if (!frailty) {
    return {
      heading: "Frailty",
      sentences: ["No resident has a day in the period."],
    };
  }
  const without = unscoredPatients(patientsPresent(people, own), frailty);
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

/** One after the other: a snapshot is one connection. */
async function inTurn<A, B>([first, second]: [
  () => Promise<A>,
  () => Promise<B>,
]): Promise<[A, B]> {
  return [await first(), await second()];
}
