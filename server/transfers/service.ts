import type { Kysely } from "kysely";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { mayReadResidents } from "~/domain/access/guard";
import { ROWS_OF_A_PAGE } from "~/domain/lists/list-page";
import { TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { GROUPINGS } from "~/features/transfers/rules";
import { transferWords as words } from "~/features/transfers/words";
import { NothingYet } from "~server/door/handler";
import { service } from "~server/door/services";
import {
  answerFigures,
  answerWithinReach,
  callOfRange,
  rangeInput,
  type OpenQuestion,
} from "~server/handlers/answer-figures";
import { exportRows } from "~server/handlers/metricdatacsv";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import {
  readReviewGroups,
  readTransferGroups,
  withNames,
  type TransferGroup,
} from "~server/measures/transfers/transfer-groups";
import {
  readTransferRows,
  type TransferRow,
} from "~server/measures/transfers/transfer-rows";
import { isKeyOf } from "~server/measures/transfers/which-transfers";
import { Refusal } from "~server/refusal";
import { readCauses } from "~server/reviews/review-causes";
import { readReviewsEdition } from "~server/reviews/read-review";
import type { Schema } from "~server/store/schema";

export type { TransferGroup, TransferRow };

/** Longest name of a group: a reason or diagnosis. */
const LONGEST_KEY = 500;

/** February's days, so a whole month always suffices. */
const DAYS_OF_A_MONTH = 28;

/**
 * A range's transfers by shared facts (R356, R359) and by facility (R531); null without any. 400 below a month for
 * viewers without lists (R543). Reviews are counted apart, so saving one keeps the rest cached.
 */
export const countTransfers = service({
  name: "transfers",
  input: rangeInput,
  async run({ deps, ...ctx }, input) {
    const isClosed = !mayReadResidents(ctx.viewer);
    const call = callOfRange(ctx, input);
    const counted = await answerWithinReach(
      deps,
      isClosed ? "transfers-of-months" : "transfers",
      call,
      async ({ db, question, figures }) => {
        if (isClosed) requireMonth(question, figures);
        return readTransferGroups(db, question);
      },
    );
    if (!counted || counted instanceof NothingYet) return counted;
    const reviews = await answerFigures(
      deps,
      "transfers-reviewed",
      call,
      async ({ db, question }) => {
        const found = await readReviewGroups(db, question);
        return { ...found, causes: await readCauseNames(db) };
      },
      { reviews: await readReviewsEdition(deps.store.db) },
    );
    return reviews
      ? { ...counted, data: withReviews(counted.data, reviews.data) }
      : null;
  },
});

/**
 * Newest first; all of the range if `group` is null. `page` counts from 0; `next` is null on the last. Needs the right
 * to lists of residents; each page is audited.
 */
export const listTransfers = service({
  name: "transfer-list",
  input: rangeInput.extend({
    group: z
      .object({
        by: z.enum(GROUPINGS),
        key: z.string().min(1).max(LONGEST_KEY),
      })
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
      callOfRange(ctx, input),
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

/** A CSV file (R358); null without transfers. Needs the right to lists of residents. */
export const transferFile = service<typeof rangeInput, never>({
  name: "transfer-file",
  input: rangeInput,
  async run({ deps, ...ctx }, input) {
    requireResidentReader(ctx.viewer);
    return exportRows(deps, callOfRange(ctx, input), TRANSFERS_TAG);
  },
});

/** Groups of a few days would reveal residents that the list hides (R543). */
function requireMonth(
  { from, to }: OpenQuestion["question"],
  { reach }: OpenQuestion["figures"],
): void {
  const last = Math.min(to, reach?.latest ?? to);
  if (last - from + 1 >= DAYS_OF_A_MONTH) return;
  throw new Refusal(400, words.shorterThanMonth);
}

async function readCauseNames(db: Kysely<Schema>) {
  const causes = await readCauses(db);
  return causes.map(({ id: cause, text }) => [cause, text] as const);
}

type Answer<Read extends (...args: never[]) => unknown> = DeepReadonly<
  NonNullable<Awaited<ReturnType<Read>>>
>;

function withReviews(
  { facilities, ...counted }: Answer<typeof readTransferGroups>,
  {
    causes,
    ...reviews
  }: Answer<typeof readReviewGroups> & {
    causes: Answer<typeof readCauseNames>;
  },
) {
  const names = new Map(causes);
  const causeOf = new Map(
    reviews.facilities.map(({ id: at, cause }) => [at, cause]),
  );
  return {
    ...counted,
    reviewed: reviews.reviewed,
    caused: reviews.caused,
    groupings: [
      ...counted.groupings,
      ...withNames(reviews.groupings, "cause", names),
    ],
    facilities: facilities.map(({ most, ...facility }) => {
      const cause = causeOf.get(facility.id) ?? null;
      const named = cause && { ...cause, name: names.get(cause.key) ?? null };
      return { ...facility, most: { ...most, cause: named } };
    }),
  };
}
