import { signInWords as words } from "./rules/sign-in-words";
import { TextField } from "~/ui/field";
import { FACTOR_FIELDS } from "./drawn-key";

/** The field for the code of an authenticator app; `label` if there are two. */
export function CodeField({
  error,
  label = words.code,
}: {
  error: string | undefined;
  label?: string;
}) {
  return (
    <TextField
      id={FACTOR_FIELDS.code}
      name={FACTOR_FIELDS.code}
      label={label}
      hint={words.codeHint}
      error={error ?? null}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
    />
  );
}
