import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import {
  idsToSend,
  placeProblems,
  withoutNulls,
  type PlacesContext,
} from "~/features/users/rules/form-rules";
import type { TypedAccess } from "~/features/users/rules/form-places";
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

/** `value` has the list of its own level only. */
export function checkGroup(typed: TypedGroup, context: PlacesContext) {
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

/** The levels of the user form without physician, because a group is nobody's NPI, and account manager (R445). */
export const GROUP_LEVELS: readonly AccessLevel[] = [
  ...ASSIGNABLE_LEVELS.filter((level) => level !== "physician"),
  "account_manager",
];

/** `held` is the level that the group gives now; null for a new one. */
export function mayGroupGive(
  level: AccessLevel,
  held: AccessLevel | null,
): boolean {
  return level === held || GROUP_LEVELS.includes(level);
}

/** Characters: some logins name groups by whole paths. */
const LONGEST_GROUP_NAME = 300;
const LONGEST_GROUP_LABEL = 100;

/** Changes nothing else, because the organisation's login compares letter by letter (R445). */
export function cleanGroupText(text: string): string {
  return text.trim();
}

export function groupNameProblem(text: string): string | null {
  const name = cleanGroupText(text);
  if (name === "") return words.nameMissing;
  if (name.length > LONGEST_GROUP_NAME) return words.nameTooLong;
  return isFitName(name) ? null : words.characters;
}

export function groupLabelProblem(text: string): string | null {
  const label = cleanGroupText(text);
  if (label.length > LONGEST_GROUP_LABEL) return words.labelTooLong;
  return isFitName(label) ? null : words.characters;
}
