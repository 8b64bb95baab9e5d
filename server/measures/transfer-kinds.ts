import type { TransferTable } from "~server/store/schema";

type Kind = Pick<TransferTable, "outcome" | "planned">;

/** An unplanned inpatient or observation transfer (R70): counts for `rth` and `h_1000`. */
export function isHospitalization(transfer: Kind): boolean {
  return transfer.outcome !== "ed_only" && transfer.planned === 0;
}

/** An `ed_only` transfer, planned or not (R71): counts for `ed` and `ed_1000`. */
export function isEdVisit(transfer: Kind): boolean {
  return transfer.outcome === "ed_only";
}

/** An unplanned inpatient transfer alone (R83): counts for `adm_1000`. */
export function isUnplannedAdmission(transfer: Kind): boolean {
  return transfer.outcome === "inpatient" && transfer.planned === 0;
}
