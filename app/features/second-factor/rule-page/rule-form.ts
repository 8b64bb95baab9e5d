import type { AccessLevel } from "~/domain/access/ranks";

export interface LevelRule {
  level: AccessLevel;
  name: string;
  counts: string;
  /** Way to its users without one; null where there are none. */
  withoutHref: string | null;
  /** `yyyy-MM-dd`; empty where it needs none. */
  from: string;
}

/** What the page has after a post that changed nothing. */
export interface RulesAnswer {
  /** Why, where no field is to blame. */
  error?: string;
  fieldErrors: Partial<Record<AccessLevel, string>>;
  /** As typed. */
  typed: Partial<Record<AccessLevel, string>>;
}

/** Name and id of the field of a level. */
export function fromField(level: AccessLevel): string {
  return `requiredFrom-${level}`;
}

export function openedField(level: AccessLevel): string {
  return `opened-${level}`;
}
