import type { Selectable } from "kysely";
import type { AuditDetails } from "~/features/audit/rules/actions";
import type { UserTable } from "~server/store/schema";

type StoredUser = Selectable<UserTable>;

/** Recorded with both values. */
const VALUES_RECORDED = [
  "username",
  "access_level",
  "access_level_id",
  "isnp_only",
] as const;

/** Recorded as 'changed' only. */
const CHANGED_ONLY = [
  { column: "firstname", field: "firstname" },
  { column: "lastname", field: "lastname" },
  { column: "password_hash", field: "password" },
] as const;

type Rights = Pick<
  StoredUser,
  "access_level" | "access_level_id" | "isnp_only"
>;

export function auditedRights(given: Rights): AuditDetails {
  return {
    access_level: given.access_level,
    access_level_id: given.access_level_id,
    isnp_only: given.isnp_only !== 0,
  };
}

export function auditedChange(
  before: StoredUser,
  set: Partial<StoredUser>,
): AuditDetails {
  const isChanged = (field: keyof StoredUser) =>
    set[field] !== undefined && set[field] !== before[field];
  const values = VALUES_RECORDED.filter(isChanged).map((field) => [
    field,
    `${shownValue(before[field])} → ${shownValue(set[field])}`,
  ]);
  const others = CHANGED_ONLY.filter(({ column }) => isChanged(column)).map(
    ({ field }) => [field, "changed"],
  );
  return Object.fromEntries([...values, ...others]) as AuditDetails;
}

export function shownValue(value: string | 0 | 1 | undefined): string {
  return typeof value === "number" ? String(value !== 0) : (value ?? "");
}
