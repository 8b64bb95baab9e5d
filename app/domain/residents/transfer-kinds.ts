export type TransferOutcome = "inpatient" | "observation" | "ed_only";

export interface TransferKind {
  outcome: TransferOutcome;
  /** A flag, as rows store it, or as calls send it. */
  planned: 0 | 1 | boolean;
}

/** An unplanned inpatient or observation transfer (R70): counts for `rth` and `h_1000`. */
export function isHospitalization(transfer: TransferKind): boolean {
  return transfer.outcome !== "ed_only" && !transfer.planned;
}

/** An `ed_only` transfer, planned or not (R71): counts for `ed` and `ed_1000`. */
export function isEdVisit(transfer: Pick<TransferKind, "outcome">): boolean {
  return transfer.outcome === "ed_only";
}

/** An unplanned inpatient transfer alone (R83): counts for `adm_1000`. */
export function isUnplannedAdmission(transfer: TransferKind): boolean {
  return transfer.outcome === "inpatient" && !transfer.planned;
}
