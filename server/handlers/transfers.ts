import type { Kysely } from "kysely";
import { getTransferList, getTransfers } from "~/contract/transfers";
import { transferWords as words } from "~/domain/transfers/transfer-words";
import {
  readTransferGroups,
  withNames,
} from "~server/measures/transfers/transfer-groups";
import { readTransferRows } from "~server/measures/transfers/transfer-rows";
import { readCauses } from "~server/reviews/review-causes";
import { readReviewsEdition } from "~server/reviews/stored-review";
import { isKeyOf } from "~server/measures/transfers/which-transfers";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import {
  answerFigures,
  answerWithinReach,
  type OpenQuestion,
} from "./answer-figures";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { mayReadResidents, requireResidentReader } from "./resident-reader";
import { register, type Doors } from "~server/door/doors";

const ROWS_OF_A_PAGE = 50;
/** February's: a whole month is always enough. */
const DAYS_OF_A_MONTH = 28;

/**
 * What transfers have in common (R356), and the transfers behind a number; 204 for none. Each page of a list that is given out is
 * recorded.
 */
export function registerTransfers(doors: Doors, deps: ApiDeps): void {
  const alsoAsked = async () => ({
    reviews: await readReviewsEdition(deps.store.db),
  });
  register(doors, getTransfers, async (call) => {
    const isClosed = !mayReadResidents(deps, call.viewer);
    return answerWithinReach(
      deps,
      "transfers",
      call,
      async ({ db, question, figures }) => {
        if (isClosed) requireMonth(question, figures);
        const counted = await readTransferGroups(db, question);
        if (!counted) return null;
        const groupings = await nameCauses(db, counted.groupings);
        return { ...counted, groupings };
      },
      { ...(await alsoAsked()), ...(isClosed && { eventsBy: "month" }) },
    );
  });

  register(doors, getTransferList, async (call) => {
    requireResidentReader(deps, call.viewer);
    const { by, key, page = 0, facility_id } = call.query;
    const group = by && key !== undefined ? { by, key } : null;
    if (group && !isKeyOf(group.by, group.key)) {
      throw new Refusal(400, "key: there is no such group");
    }
    const part = {
      limit: ROWS_OF_A_PAGE + 1,
      offset: page * ROWS_OF_A_PAGE,
    };
    const answer = await answerFigures(
      deps,
      JSON.stringify(["transfer-rows", group, page]),
      call,
      async ({ db, question }) => {
        const found = await readTransferRows(db, question, group, part);
        const rows = found.slice(0, ROWS_OF_A_PAGE);
        const next = found.length > rows.length ? page + 1 : null;
        return rows.length > 0 ? { rows, next } : null;
      },
      await alsoAsked(),
    );
    if (!answer) return null;
    await recordAccess(deps, call, {
      action: "view_patients",
      details: {
        level: call.params.level,
        subject_id: call.params.id,
        facility_id: facility_id ?? null,
        rows: answer.data.rows.length,
      },
    });
    return answer;
  });
}

/** Of a few days the groups would say of single residents what the list keeps back (R543). */
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
  const names = new Map(causes.map(({ id, text }) => [id, text]));
  return withNames(groupings, "cause", names);
}
