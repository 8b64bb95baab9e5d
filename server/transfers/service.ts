import type { Kysely } from "kysely";
import { z } from "zod";
import { dayParam, id, levelParam } from "~/contract/wire";
import { mayReadResidents } from "~/domain/access/guard";
import { TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { GROUPINGS } from "~/features/transfers/rules";
import { transferWords as words } from "~/features/transfers/words";
import { service, type Ctx } from "~server/door/services";
import {
  answerFigures,
  answerWithinReach,
  type OpenQuestion,
} from "~server/handlers/answer-figures";
import { exportRows } from "~server/handlers/metricdatacsv";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import {
  readTransferGroups,
  withNames,
  type CountedTransfers,
  type TransferGroup,
} from "~server/measures/transfers/transfer-groups";
import {
  readTransferRows,
  type TransferRow,
} from "~server/measures/transfers/transfer-rows";
import { isKeyOf } from "~server/measures/transfers/which-transfers";
import { Refusal } from "~server/refusal";
import { readCauses } from "~server/reviews/review-causes";
import { readReviewsEdition } from "~server/reviews/stored-review";
import type { Schema } from "~server/store/schema";

export type { CountedTransfers, TransferGroup, TransferRow };

const ROWS_OF_A_PAGE = 50;
/** February's: a whole month is always enough. */
const DAYS_OF_A_MONTH = 28;

/** The days of a place or physician, both ends included. */
const range = z.object({
  level: levelParam,
  id,
  startDate: dayParam,
  endDate: dayParam,
  isnp: z.boolean(),
  facilityId: id.optional(),
});

/**
 * The transfers of a range, counted by what they may have in common (R356); null for none. Where lists of residents are closed to
 * the viewer, 400 for less than a month (R543).
 */
export const countTransfers = service({
  name: "transfers",
  input: range,
  async run({ deps, ...ctx }, input) {
    const isClosed = !mayReadResidents(ctx.viewer);
    return answerWithinReach(
      deps,
      isClosed ? "transfers-of-months" : "transfers",
      callOf(ctx, input),
      async ({ db, question, figures }) => {
        if (isClosed) requireMonth(question, figures);
        const counted = await readTransferGroups(db, question);
        if (!counted) return null;
        const groupings = await nameCauses(db, counted.groupings);
        return { ...counted, groupings };
      },
      { reviews: await readReviewsEdition(deps.store.db) },
    );
  },
});

/**
 * The transfers of a group, newest first, or all of the range where `group` is null; null for none. `page`: 0, 1, …; `next`: the page
 * after it, null for the last. For whoever may read lists of residents; each page is recorded.
 */
export const listTransfers = service({
  name: "transfer-list",
  input: range.extend({
    group: z
      .object({ by: z.enum(GROUPINGS), key: z.string().min(1).max(300) })
      .nullable(),
    page: z.number().int().min(0).max(10_000),
  }),
  async run({ deps, ...ctx }, { group, page, ...input }) {
    requireResidentReader(ctx.viewer);
    if (group && !isKeyOf(group.by, group.key)) {
      throw new Refusal(400, "key: there is no such group");
    }
    const part = { limit: ROWS_OF_A_PAGE + 1, offset: page * ROWS_OF_A_PAGE };
    const answer = await answerFigures(
      deps,
      JSON.stringify(["transfer-rows", group, page]),
      callOf(ctx, input),
      async ({ db, question }) => {
        const found = await readTransferRows(db, question, group, part);
        const rows = found.slice(0, ROWS_OF_A_PAGE);
        const next = found.length > rows.length ? page + 1 : null;
        return rows.length > 0 ? { rows, next } : null;
      },
      { reviews: await readReviewsEdition(deps.store.db) },
    );
    if (!answer) return null;
    await recordAccess(deps, ctx, {
      action: "view_patients",
      residents: answer.data.rows.map(({ patient_id }) => patient_id),
      details: {
        list: "transfers",
        level: input.level,
        subject_id: input.id,
        facility_id: input.facilityId ?? null,
        group: group?.by ?? null,
        from: input.startDate,
        to: input.endDate,
        page: page + 1,
        rows: answer.data.rows.length,
      },
    });
    return answer;
  },
});

/** All transfers of the range as a CSV file (R358), for whoever may read lists of residents; null for none. */
export const transferFile = service<typeof range, never>({
  name: "transfer-file",
  input: range,
  async run({ deps, ...ctx }, input) {
    requireResidentReader(ctx.viewer);
    return exportRows(deps, callOf(ctx, input), TRANSFERS_TAG);
  },
});

function callOf<Asking extends Omit<Ctx, "deps">>(
  ctx: Asking,
  { isnp, facilityId, ...params }: z.output<typeof range>,
) {
  return { ...ctx, params, query: { isnp, facility_id: facilityId } };
}

/** The groups of a few days would say of single residents what the list keeps back (R543). */
function requireMonth(
  { from, to }: OpenQuestion["question"],
  { reach }: OpenQuestion["figures"],
): void {
  const last = Math.min(to, reach?.latest ?? to);
  if (last - from + 1 >= DAYS_OF_A_MONTH) return;
  throw new Refusal(400, words.shorterThanMonth);
}

async function nameCauses(
  db: Kysely<Schema>,
  groupings: Parameters<typeof withNames>[0],
) {
  const causes = await readCauses(db);
  const names = new Map(causes.map(({ id: cause, text }) => [cause, text]));
  return withNames(groupings, "cause", names);
}
