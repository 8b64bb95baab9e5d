import type { Generated } from "kysely";
import type {
  ReviewAction,
  ReviewState,
} from "~/features/reviews/rules/review-rules";
import type { NoticeField } from "~/features/transfer-notices/rules";

/** What people write about a transfer. Its ids are not references: it outlives transfer and resident. */
export interface WrittenOfTransfer {
  id: Generated<number>;
  /** The transfer's id when this was last written. */
  transfer_id: number;
  patient_id: number;
  facility_id: number;
  transferred_on: number;
  /** Physician and ISNP flag of the stay; they decide who sees it after the transfer is gone. */
  npi: number | null;
  isnp: 0 | 1;
  /** Incremented on every change, for optimistic locking. */
  version: number;
}

export interface ReviewTable extends WrittenOfTransfer {
  state: ReviewState;
  /** `ReviewAnswers` as JSON. */
  answers: string;
  /** Copies of two answers, for counting transfers; empty if unanswered. Causes are ids separated by spaces. */
  avoidable: string;
  causes: string;
  /** `ownerKey` of who follows up; empty if nobody does. */
  owner_key: string;
  due_on: number | null;
  done_on: number | null;
}

/** Version 0 has the known facts; all versions together have every answer ever given. */
export interface ReviewVersionTable {
  review_id: number;
  version: number;
  action: ReviewAction;
  /** The answers that changed, as JSON. */
  changes: string;
  /** Text added to a signed review. */
  amendment: string | null;
  /** Not a reference, as in the audit trail. */
  user_id: number;
  /** Their name at the time. */
  author: string;
  at: string;
}

/** Notices of a transfer (R570): days as `yyyy-MM-dd`, empty if not given. */
export interface TransferNoticeTable
  extends WrittenOfTransfer, Record<NoticeField, string> {
  /** Every change with author and time, oldest first, as JSON. */
  history: string;
}

export interface ReviewCauseTable {
  id: Generated<number>;
  text: string;
  author: string;
  added_at: string;
  /** When it was removed from the list; reviews may still name it. */
  ended_at: string | null;
}

export interface ReviewTables {
  reviews: ReviewTable;
  review_versions: ReviewVersionTable;
  review_causes: ReviewCauseTable;
  transfer_notices: TransferNoticeTable;
}
