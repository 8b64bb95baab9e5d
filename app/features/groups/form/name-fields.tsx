import { useState } from "react";
import type {
  GroupFieldErrors,
  TypedGroup,
} from "~/features/groups/rules/group-form-rules";
import { groupFormWords as words } from "~/features/groups/rules/group-form-words";
import { TextField } from "~/ui/field";
import { groupFieldId } from "./group-form-values";

const FIELDS = [
  { name: "name", hint: words.nameHint },
  { name: "label", hint: words.labelHint },
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
      {FIELDS.map(({ name, hint }) => (
        <TextField
          key={name}
          id={groupFieldId(name)}
          name={name}
          label={words[name]}
          hint={hint}
          error={errors[name] ?? null}
          defaultValue={values[name]}
          autoComplete="off"
          autoCapitalize={name === "name" ? "none" : undefined}
          spellCheck={false}
          aria-required={name === "name" || undefined}
        />
      ))}
    </div>
  );
}
