import type { DetailTaker } from "./detail-taker";
import { list, sentence } from "./phrases";

/** 'Signed, transfer 12 of Resident 1001 in Facility 101'. */
export function auditedReview(take: DetailTaker): string {
  const step = take.text("step");
  const transfer = take.number("transfer_id");
  const resident = take.number("patient_id");
  const facility = take.number("facility_id");
  const fields = take.text("fields");
  const what = sentence([
    transfer === null ? null : `transfer ${transfer}`,
    resident === null ? null : `of Resident ${resident}`,
    facility === null ? null : `in Facility ${facility}`,
  ]);
  return [
    list([step === null ? null : (REVIEW_STEPS[step] ?? step), what]),
    ...(fields ? [`Fields ${fields.replaceAll(" ", ", ")}`] : []),
  ].join("; ");
}

const REVIEW_STEPS: Readonly<Record<string, string>> = {
  save: "Saved",
  review: "Reviewed",
  sign: "Signed",
  amend: "Amended",
};

/** 'Cause 3'. */
export function auditedCause(take: DetailTaker): string {
  const id = take.number("cause_id");
  return id === null ? "" : `Cause ${id}`;
}
