import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import {
  idsToSend,
  placeProblems,
  withoutNulls,
  type PlacesContext,
} from "~/features/users/rules/form-rules";
import type { TypedAccess } from "~/features/users/rules/form-values";
import { userWords } from "~/features/users/rules/words";
import { isFitName } from "~/domain/name-characters";
import { ASSIGNABLE_LEVELS } from "~/features/users/rules/access-levels";
import { groupRuleWords as words } from "./rule-words";

export interface TypedGroup extends TypedAccess {
  name: string;
  label: string;
}

export const GROUP_FIELDS = [
  "name",
  "label",
  "accessLevel",
  "division",
  "region",
  "facility",
] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];
export type GroupFieldErrors = Partial<Record<GroupField, string>>;

/** A group as it is sent to be added or changed: only the list of its own level is in it. */
export interface GroupToSave {
  name: string;
  label: string;
  accessLevel: AccessLevel;
  isnpOnly: boolean;
  division?: number[];
  region?: number[];
  facility?: number[];
}

export type CheckedGroup =
  | { errors: GroupFieldErrors; value: null }
  | { errors: null; value: GroupToSave };

/** Checks what was typed (R445) and makes of it what is sent. */
export function checkGroup(
  typed: TypedGroup,
  context: PlacesContext,
): CheckedGroup {
  const level = ACCESS_LEVELS.find((one) => one === typed.accessLevel) ?? null;
  const ids = { ...typed, physician: null };
  const levelWrong = levelProblem(level, context);
  const errors = withoutNulls<GroupField>({
    name: groupNameProblem(typed.name),
    label: groupLabelProblem(typed.label),
    accessLevel: levelWrong,
    ...placesOnly(
      levelWrong === null ? placeProblems(ids, level, context) : {},
    ),
  });
  if (level === null || Object.keys(errors).length > 0) {
    return { errors, value: null };
  }
  return {
    errors: null,
    value: {
      name: cleanGroupText(typed.name),
      label: cleanGroupText(typed.label),
      accessLevel: level,
      isnpOnly: typed.isnpOnly,
      ...idsToSend(level, ids),
    },
  };
}

function levelProblem(
  level: AccessLevel | null,
  { held }: PlacesContext,
): string | null {
  if (level === null) return userWords.missing.accessLevel;
  return mayGroupGive(level, held?.accessLevel ?? null)
    ? null
    : words.levelNotForGroups;
}

/** A group is nobody's NPI. */
function placesOnly({
  division = null,
  region = null,
  facility = null,
}: ReturnType<typeof placeProblems>): Record<LocationLevel, string | null> {
  return { division, region, facility };
}

/**
 * Access levels that a group can give: those of the user form but physician, because a group is nobody's NPI, and account
 * manager (R445).
 */
export const GROUP_LEVELS: readonly AccessLevel[] = [
  ...ASSIGNABLE_LEVELS.filter((level) => level !== "physician"),
  "account_manager",
];

/** True where a group may give that access level; `held` is the one that it gives, null for a new one. */
export function mayGroupGive(
  level: AccessLevel,
  held: AccessLevel | null,
): boolean {
  return level === held || GROUP_LEVELS.includes(level);
}

/** Longest name of a group, characters: some logins name groups by whole paths. */
const LONGEST_GROUP_NAME = 300;
const LONGEST_GROUP_LABEL = 100;

/** A name or label as it is stored. Nothing else is made of it: the organisation's login is taken by the letter (R445). */
export function cleanGroupText(text: string): string {
  return text.trim();
}

/** What is wrong with a group's name, blanks around it aside; null where nothing is. */
export function groupNameProblem(text: string): string | null {
  const name = cleanGroupText(text);
  if (name === "") return words.nameMissing;
  if (name.length > LONGEST_GROUP_NAME) return words.nameTooLong;
  return isFitName(name) ? null : words.characters;
}

/** What is wrong with a label, which may be empty; null where nothing is. */
export function groupLabelProblem(text: string): string | null {
  const label = cleanGroupText(text);
  if (label.length > LONGEST_GROUP_LABEL) return words.labelTooLong;
  return isFitName(label) ? null : words.characters;
}
