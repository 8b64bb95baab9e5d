import type { Viewer } from "~/domain/access/viewer";
import { briefText } from "~/domain/brief-text";
import {
  isIsoDay,
  isoDayOf,
  type EpochDay,
  type IsoDay,
  epochDayOf,
} from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import {
  answersOf,
  causesIn,
  type ReviewAnswers,
  cleanAnswer,
  REVIEW_FIELD_NAMES,
} from "~/features/reviews/rules/answers";
import {
  isOverdue,
  mayMarkDone,
  mayWriteReview,
  reviewDueOn,
  type ReviewState,
  ownerKey,
} from "~/features/reviews/rules/review-rules";
import {
  answersWhenOpened,
  type ReviewVersion,
} from "~/features/reviews/rules/history";
import { readCauses, type ListedCause } from "./review-causes";
import {
  findTransferToReview,
  mayWriteOf,
  type TransferToReview,
} from "./transfer-to-review";
import type { listWork, WorkQuestion } from "./work-list";
import type { Store } from "~server/store/open-store";
import { readClocks } from "~server/store/facility-clocks";
import type { Kysely, Selectable } from "kysely";
import type { ReviewVersionTable, ReviewTable } from "../store/review-tables";
import type { Schema } from "../store/schema";
import { z } from "zod";

export type StoredReview = Selectable<ReviewTable>;

const storedAnswers = z.record(z.enum(REVIEW_FIELD_NAMES), z.string());

export function readAnswers(text: string): Partial<ReviewAnswers> {
  return storedAnswers.parse(JSON.parse(text));
}

/** Non-empty answers together, and those that lists need by column. */
export function columnsOf(answers: ReviewAnswers) {
  const given = Object.entries(answers).filter(([, text]) => text !== "");
  const dayOf = (day: string) => (day === "" ? null : epochDayOf(day));
  return {
    answers: JSON.stringify(Object.fromEntries(given)),
    avoidable: answers.avoidable,
    causes: answers.causes,
    owner_key: ownerKey(answers.owner),
    due_on: dayOf(answers.due_on),
    done_on: dayOf(answers.done_on),
  };
}

export async function readVersions(db: Kysely<Schema>, reviewId: number) {
  const versions = await db
    .selectFrom("review_versions")
    .where("review_id", "=", reviewId)
    .orderBy("version")
    .selectAll()
    .execute();
  return versions.map(({ changes, amendment, ...one }) => {
    return { ...one, changes: readAnswers(changes), text: amendment };
  });
}

/** Somebody deleted its texts since that version: the gap has no author. */
export function wasForgotten(
  versions: readonly Pick<ReviewVersionTable, "version">[],
  since: number,
  until: number,
): boolean {
  return (
    versions.filter(({ version }) => version > since && version <= until)
      .length <
    until - since
  );
}

/** Every change of a review raises it. */
export async function readReviewsEdition(db: Kysely<Schema>): Promise<number> {
  const { edition } = await db
    .selectFrom("reviews")
    .select((eb) => eb.fn.sum<string | number | null>("version").as("edition"))
    .executeTakeFirstOrThrow();
  return Number(edition);
}

/** Known facts before anybody writes (R336). */
export function firstAnswers({
  reason,
  diagnosis,
  returned_on,
}: Pick<
  TransferToReview,
  "reason" | "diagnosis" | "returned_on"
>): ReviewAnswers {
  return answersOf({
    reason: cleanAnswer(reason ?? ""),
    diagnosis: cleanAnswer(diagnosis ?? ""),
    returned_on: returned_on === null ? "" : isoDayOf(returned_on),
  });
}

/** Version 0 has no author; later versions are differences from it. */
export function firstVersion(
  answers: ReviewAnswers,
  at: Date,
): Omit<ReviewVersionTable, "review_id"> {
  return {
    version: 0,
    action: "save",
    changes: columnsOf(answers).answers,
    amendment: null,
    user_id: NOBODY,
    author: "",
    at: at.toISOString(),
  };
}

/** No user has this id. */
const NOBODY = 0;

type WorkRow = Awaited<ReturnType<typeof listWork>>[number];

/** Characters in the list; the review has the whole action. */
const LONGEST_ACTION = 200;

export type ReviewRow = ReturnType<typeof workRowOf>;

export function workRowOf(
  { answers, ...row }: WorkRow,
  { viewer, isnp, clocks, reviewDays }: WorkQuestion,
) {
  const today = clocks.todayAt(row.facility_id);
  const said = readAnswers(answers ?? "{}");
  return {
    ...row,
    ...factsOf(row),
    ...stateOf(row, row.state ?? "open", row.version ?? 0, {
      today,
      reviewDays,
    }),
    /** Null without an action. */
    action: said.action ? briefText(said.action, LONGEST_ACTION - 1) : null,
    owner: said.action ? (said.owner ?? null) : null,
    due_on: dayOf(said.due_on),
    done_on: dayOf(said.done_on),
    /** Due before today at the facility, and not done. */
    is_action_late: Boolean(
      said.due_on && !said.done_on && said.due_on < isoDayOf(today),
    ),
    // ISNP-only viewers have no other rows.
    may_mark_done:
      mayMarkDone(row.state ?? "open", answersOf(said)) &&
      mayWriteReview(viewer, { npi: row.npi, isnp }),
  };
}

function dayOf(text: string | undefined): IsoDay | null {
  return text && isIsoDay(text) ? text : null;
}

function factsOf(
  row: Pick<
    WorkRow,
    | ("npi" | "physician_first_name" | "physician_last_name")
    | ("transferred_on" | "assumed")
  >,
) {
  return {
    physician_name:
      row.npi === null
        ? null
        : lastFirst(row.physician_last_name, row.physician_first_name),
    transferred_on: isoDayOf(row.transferred_on),
    /** No hospital reported the outcome. */
    assumed: row.assumed === 1,
  };
}

function stateOf(
  { transferred_on }: Pick<WorkRow, "transferred_on">,
  state: ReviewState,
  version: number,
  { today, reviewDays }: { today: EpochDay; reviewDays: number },
) {
  return {
    /** `open` before anybody begins. */
    state,
    /** 0 before anybody begins; every change raises it. */
    version,
    is_overdue: isOverdue(state, transferred_on, today, reviewDays),
    /** Last day before an open review is overdue. */
    review_by: isoDayOf(reviewDueOn(transferred_on, reviewDays)),
  };
}

interface ReviewDeps {
  store: Pick<Store, "db">;
  clock: () => Date;
  reviewDays: number;
}

export type Review = NonNullable<Awaited<ReturnType<typeof readReview>>>;

export async function readReview(
  { store: { db }, clock, reviewDays }: ReviewDeps,
  viewer: Viewer,
  transferId: number,
) {
  const transfer = await findTransferToReview(db, viewer, transferId);
  if (!transfer) return null;
  const { written_id: id } = transfer;
  const [stored, versions, causes] = await Promise.all([
    id === null
      ? undefined
      : db
          .selectFrom("reviews")
          .where("id", "=", id)
          .selectAll()
          .executeTakeFirst(),
    id === null ? [] : readVersions(db, id),
    readCauses(db),
  ]);
  const answers = stored
    ? answersOf(readAnswers(stored.answers))
    : firstAnswers(transfer);
  const history = versions.filter(({ version }) => version > 0);
  const day = (of: EpochDay | null) => (of === null ? null : isoDayOf(of));
  const clocks = await readClocks(db, clock(), [transfer.facility_id]);
  const today = clocks.todayAt(transfer.facility_id);
  return {
    ...transfer,
    ...factsOf(transfer),
    ...stateOf(transfer, stored?.state ?? "open", stored?.version ?? 0, {
      today,
      reviewDays,
    }),
    // The list of work has no such transfer.
    ...(transfer.planned === 1 || !transfer.is_known
      ? { is_overdue: false }
      : null),
    admitted_on: day(transfer.admitted_on),
    returned_on: day(transfer.returned_on),
    /** The known facts of the transfer before anybody begins. */
    answers,
    history,
    /** The facts known before the first version. */
    first_answers: stored ? answersWhenOpened({}, versions, 0) : answers,
    may_write: mayWriteOf(viewer, transfer),
    causes: causesOf(causes, answers, history),
  };
}

/** Causes on offer, and ended ones that the history still names. */
function causesOf(
  causes: readonly ListedCause[],
  answers: ReviewAnswers,
  versions: readonly Pick<ReviewVersion, "changes">[],
) {
  const named = causesIn(answers);
  const before = versions.flatMap(({ changes }) =>
    causesIn({ causes: changes.causes ?? "" }),
  );
  return causes.flatMap(({ id, text, isOffered }) => {
    const isNamed = isOffered || named.includes(id);
    return isNamed || before.includes(id)
      ? [{ id, text, is_ended: !isNamed }]
      : [];
  });
}
