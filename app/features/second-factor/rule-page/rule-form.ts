import type { AccessLevel } from "~/domain/access/ranks";

/** Names of the fields of a level's form. */
export const RULE_FIELDS = {
  level: "accessLevel",
  from: "requiredFrom",
} as const;

/** An access level and when it needs a second factor. */
export interface LevelRule {
  level: AccessLevel;
  name: string;
  counts: string;
  /** `yyyy-MM-dd`; empty where it needs none. */
  from: string;
}

/** What the page has after a post that changed nothing. */
export interface RuleAnswer {
  error: string;
  level: AccessLevel | null;
  /** As it was typed. */
  from: string;
}

/** Id of the field of a level. */
export function fromId(level: AccessLevel): string {
  return `${RULE_FIELDS.from}-${level}`;
}
