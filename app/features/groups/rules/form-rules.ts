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
import { mayGroupGive } from "./levels";
import {
  cleanGroupText,
  groupLabelProblem,
  groupNameProblem,
} from "./name-rules";
import { groupRuleWords } from "./rule-words";

/** What the form of a group holds, as it was typed. */
export interface TypedGroup extends TypedAccess {
  name: string;
  label: string;
}

/** A field of the form that something may be wrong with, in the order in which they stand. */
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
    : groupRuleWords.levelNotForGroups;
}

/** A group is nobody's NPI. */
function placesOnly({
  division = null,
  region = null,
  facility = null,
}: ReturnType<typeof placeProblems>): Record<LocationLevel, string | null> {
  return { division, region, facility };
}
