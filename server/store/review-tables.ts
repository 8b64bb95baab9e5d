import type { Generated } from "kysely";
import type {
  ReviewAction,
  ReviewState,
} from "~/features/reviews/rules/review-rules";
import type { NoticeField } from "~/features/transfer-notices/rules";

/** What people write of a transfer. Its numbers are no references: it outlives the transfer and the resident. */
export interface WrittenOfTransfer {
  id: Generated<number>;
  /** Of the transfer when it was written last. */
  transfer_id: number;
  patient_id: number;
  facility_id: number;
  transferred_on: number;
  /** Physician and flag of its stay, which decide who sees it where the transfer is gone. */
  npi: number | null;
  isnp: 0 | 1;
  /** Grows with every change, for optimistic locking. */
  version: number;
}

/** What people know and think of a transfer (R336). */
export interface ReviewTable extends WrittenOfTransfer {
  state: ReviewState;
  /** `ReviewAnswers` as JSON. */
  answers: string;
  /** Two of the answers, by which transfers are counted; empty where there is none. Causes are ids separated by spaces. */
  avoidable: string;
  causes: string;
  /** `ownerKey` of who is to do what follows; empty where nobody is. */
  owner_key: string;
  due_on: number | null;
  done_on: number | null;
}

/** One change of a review; version 0 is what was known of the transfer. Together they tell of every answer that there ever was. */
export interface ReviewVersionTable {
  review_id: number;
  version: number;
  action: ReviewAction;
  /** The answers that changed, as JSON. */
  changes: string;
  /** What was added to a signed review. */
  amendment: string | null;
  /** Not a reference, as in the audit trail. */
  user_id: number;
  /** Their name at the time. */
  author: string;
  at: string;
}

/** The notices of a transfer (R570): days as `yyyy-MM-dd`, empty where there is none. */
export interface TransferNoticeTable
  extends WrittenOfTransfer, Record<NoticeField, string> {
  /** Every change with who and when, oldest first, as JSON. */
  history: string;
}

/** A cause that an account manager has added. */
export interface ReviewCauseTable {
  id: Generated<number>;
  text: string;
  author: string;
  added_at: string;
  /** When it was taken off the list; reviews may still name it. */
  ended_at: string | null;
}
