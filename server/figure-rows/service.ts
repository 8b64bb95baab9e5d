import { z } from "zod";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { accessibleFacilityIds } from "~server/access/facilities";
import { service } from "~server/door/services";
import {
  answerFigures,
  callOfRange,
  rangeInput,
} from "~server/handlers/answer-figures";
import { hideForeignPlaces } from "~server/handlers/metricdatacsv";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import {
  listFacilitiesOfRows,
  readMetricRows,
  type PageStart,
} from "~server/measures/metric-rows";
import type { MetricRow } from "~server/measures/metric-rows-columns";

export type { MetricRow, PageStart };

const ROWS_OF_A_PAGE = 100;

const whole = z.number().int();

/** Where a page begins: the facility's index in the query, and the row before it. */
const pageStart = z.object({
  facility: whole.nonnegative(),
  after: z.object({ day: whole, id: whole }).nullable(),
});

/**
 * A page by facility, day and id; null without rows. `next` starts the next page, null on the last. Needs the right to
 * lists of residents; each page is audited.
 */
export const listFigureRows = service({
  name: "figure-rows",
  input: rangeInput.extend({ tag: z.enum(FIGURE_TAGS), start: pageStart }),
  async run(ctx, { tag, start, ...range }) {
    const { deps, viewer } = ctx;
    requireResidentReader(viewer);
    const answer = await answerFigures(
      deps,
      JSON.stringify(["figure-rows", tag, start]),
      callOfRange(ctx, range),
      async ({ db, question }) => {
        const facilityIds = await listFacilitiesOfRows(db, question);
        const rows: MetricRow[] = [];
        let next: PageStart | null = start;
        while (next && rows.length < ROWS_OF_A_PAGE) {
          const limit = ROWS_OF_A_PAGE - rows.length;
          const asked = { tag, question, facilityIds, start: next, limit };
          const page = await readMetricRows(db, asked);
          rows.push(...page.rows);
          next = page.next;
        }
        return rows.length > 0 ? { rows, next } : null;
      },
    );
    if (!answer) return null;
    const { rows, next } = answer.data;
    await recordAccess(deps, ctx, {
      action: "view_patients",
      residents: rows.map(({ patient_id }) => patient_id),
      details: {
        figure: tag,
        level: range.level,
        subject_id: range.id,
        facility_id: range.facilityId ?? null,
        from: range.startDate,
        to: range.endDate,
        rows: rows.length,
      },
    });
    const asSeen = hideForeignPlaces(
      await accessibleFacilityIds(deps.store.db, viewer),
    );
    return { rows: rows.map(asSeen), next };
  },
});
