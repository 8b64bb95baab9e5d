import type { Selectable } from "kysely";
import type { AuditDetails } from "~/features/audit/rules/audit-actions";
import type { WantedSender } from "~/features/messages/rules/sender-rules";
import type { SenderTable } from "~server/store/feed-tables";

/** What is known of a sender beside its version. */
export type SenderFacts = Omit<
  Selectable<SenderTable>,
  "version" | "updated_at"
>;

const FIELDS = ["role", "facility_id", "codes", "bound_to"] as const;

/** Whether two say the same of a sender. */
export function isSameSender(
  one: Pick<SenderFacts, (typeof FIELDS)[number]>,
  other: WantedSender,
): boolean {
  return (
    one.role === other.role &&
    one.facility_id === other.facilityId &&
    one.codes === other.codes &&
    one.bound_to === other.boundTo
  );
}

/** What the record of a new or ended sender tells of it. */
export function auditedSender({
  sender,
  facility,
  role,
  facility_id,
  codes,
  bound_to,
}: SenderFacts): AuditDetails {
  return {
    sender,
    facility,
    role,
    facility_id,
    codes,
    ...(bound_to && { bound_to }),
  };
}

/** What the record of a change tells: of which sender, and each field from what to what. */
export function auditedSenderChange(
  before: SenderFacts,
  after: SenderFacts,
): AuditDetails {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return {
    sender: before.sender,
    facility: before.facility,
    ...Object.fromEntries(
      changed.map((field) => [
        field,
        `${before[field] ?? ""} → ${after[field] ?? ""}`,
      ]),
    ),
  };
}
