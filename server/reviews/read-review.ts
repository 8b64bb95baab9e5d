import type { Viewer } from "~/domain/access/viewer";
import { briefText } from "~/domain/brief-text";
import {
  isIsoDay,
  isoDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import {
  answersOf,
  causesIn,
  type ReviewAnswers,
} from "~/features/reviews/rules/answers";
import {
  isOverdue,
  mayMarkDone,
  mayWriteReview,
  reviewDueOn,
  type ReviewState,
} from "~/features/reviews/rules/review-rules";
import {
  firstAnswers,
  answersAt,
  findStoredReview,
  readAnswers,
  readVersions,
  writtenVersions,
  type StoredVersion,
} from "./stored-review";
import { readCauses, type ListedCause } from "./review-causes";
import { findTransferToReview, mayWriteOf } from "./transfer-to-review";
import type { listWork, WorkQuestion } from "./work-list";
import type { Store } from "~server/store/open-store";
import { readClocks } from "~server/store/facility-clocks";

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
    is_action_late: isActionLate(said, isoDayOf(today)),
    // ISNP-only viewers have no other rows.
    may_mark_done:
      mayMarkDone(row.state ?? "open", answersOf(said)) &&
      mayWriteReview(viewer, { npi: row.npi, isnp }),
  };
}

function dayOf(text: string | undefined): IsoDay | null {
  return text && isIsoDay(text) ? text : null;
}

function isActionLate(
  { due_on: due, done_on: done }: Partial<ReviewAnswers>,
  today: IsoDay,
): boolean {
  return due ? !done && due < today : false;
}

type Facts = Pick<
  WorkRow,
  "npi" | "physician_first_name" | "physician_last_name"
> &
  Pick<WorkRow, "transferred_on" | "assumed">;

function factsOf(row: Facts) {
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
    id === null ? undefined : findStoredReview(db, id),
    id === null ? [] : readVersions(db, id),
    readCauses(db),
  ]);
  const answers = stored
    ? answersOf(readAnswers(stored.answers))
    : firstAnswers(transfer);
  const written = writtenVersions(versions);
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
    admitted_on: day(transfer.admitted_on),
    returned_on: day(transfer.returned_on),
    /** The known facts of the transfer before anybody begins. */
    answers,
    history: written.map(versionOf),
    /** The facts known before the first version. */
    first_answers: stored ? answersAt(versions, 0) : answers,
    may_write: mayWriteOf(viewer, transfer),
    causes: causesOf(causes, answers, written),
  };
}

function versionOf({ changes, amendment, ...one }: StoredVersion) {
  return { ...one, changes: readAnswers(changes), text: amendment };
}

/** Causes on offer, and ended ones that the history still names. */
function causesOf(
  causes: readonly ListedCause[],
  answers: ReviewAnswers,
  versions: readonly StoredVersion[],
) {
  const named = causesIn(answers);
  const before = versions.flatMap((one) =>
    causesIn(answersOf(readAnswers(one.changes))),
  );
  return causes.flatMap(({ id, text, isOffered }) => {
    const isNamed = isOffered || named.includes(id);
    return isNamed || before.includes(id)
      ? [{ id, text, is_ended: !isNamed }]
      : [];
  });
}
