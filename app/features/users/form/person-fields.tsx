import { useState } from "react";
import { LONGEST_NAME } from "../rules/name-rules";
import type { TypedUser, UserFieldErrors } from "../rules/form-values";
import { userFormWords } from "../rules/form-words";
import { TextField } from "~/ui/field";
import { fieldId } from "./user-form";

/** Who the user is: the name that they sign in with, and their own. */
export function PersonFields({
  values: valuesNow,
  errors,
}: {
  values: TypedUser;
  errors: UserFieldErrors;
}) {
  // React writes a new default into the fields, which would then look unchanged, and be lost with the session.
  const [values] = useState(valuesNow);
  return (
    <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
      {(["username", "firstname", "lastname"] as const).map((name) => (
        <TextField
          key={name}
          id={fieldId(name)}
          name={name}
          label={userFormWords[name]}
          error={errors[name] ?? null}
          defaultValue={values[name]}
          maxLength={LONGEST_NAME}
          // They are somebody else's: a browser would offer those of whoever fills this in.
          autoComplete="off"
          autoCapitalize={name === "username" ? "none" : undefined}
          spellCheck={false}
          aria-required
        />
      ))}
    </div>
  );
}
