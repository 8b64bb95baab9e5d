import { useState } from "react";
import type {
  GroupFieldErrors,
  TypedGroup,
} from "~/domain/group-rules/group-form-rules";
import {
  LONGEST_GROUP_LABEL,
  LONGEST_GROUP_NAME,
} from "~/domain/group-rules/group-name-rules";
import { groupFormWords as words } from "~/domain/group-rules/group-form-words";
import { TextField } from "~/ui/field";
import { groupFieldId } from "./group-form-values";

const FIELDS = [
  { name: "name", hint: words.nameHint, longest: LONGEST_GROUP_NAME },
  { name: "label", hint: words.labelHint, longest: LONGEST_GROUP_LABEL },
] as const;

/** What the group is called, at the organisation's login and here. */
export function NameFields({
  values: valuesNow,
  errors,
}: {
  values: TypedGroup;
  errors: GroupFieldErrors;
}) {
  // React writes a new default into the fields, which would then look unchanged, and be lost with the session.
  const [values] = useState(valuesNow);
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">
      {FIELDS.map(({ name, hint, longest }) => (
        <TextField
          key={name}
          id={groupFieldId(name)}
          name={name}
          label={words[name]}
          hint={hint}
          error={errors[name] ?? null}
          defaultValue={values[name]}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize={name === "name" ? "none" : undefined}
          spellCheck={false}
          aria-required={name === "name" || undefined}
        />
      ))}
    </div>
  );
}
