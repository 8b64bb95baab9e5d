import { textIn } from "~/domain/form-texts";
import type {
  GroupField,
  GroupFieldErrors,
  TypedGroup,
} from "../rules/form-rules";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { LocationOptions } from "~/domain/places/location-choice";
import type { GroupRule } from "~server/groups/service";
import { readUserForm } from "~/features/users/form/user-form";

export function groupFieldId(name: GroupField): string {
  return `editor-${name}`;
}

export type OpenedGroup = Omit<GroupRule, "id">;

export interface GroupFormView {
  values: TypedGroup;
  cleared: LocationLevel[];
  opened: OpenedGroup | null;
}

export interface GroupAnswer {
  /** Why nothing was saved, where no field is to blame; a line each. */
  errors: string[];
  fieldErrors: GroupFieldErrors;
  form: GroupFormView;
}

/** Drops what depends on a changed choice. */
export function readGroupForm(
  form: FormData,
  options: LocationOptions,
): Omit<GroupFormView, "opened"> & { opened: string } {
  const { values, cleared, opened } = readUserForm(form, options);
  const { accessLevel, division, region, facility, isnpOnly } = values;
  const access = { accessLevel, division, region, facility, isnpOnly };
  return {
    values: {
      name: textIn(form, "name"),
      label: textIn(form, "label"),
      ...access,
    },
    cleared,
    opened,
  };
}
