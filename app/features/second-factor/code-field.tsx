import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { TextField } from "~/ui/field";
import { FACTOR_FIELDS } from "./drawn-key";

/** Where the code of an authenticator app is typed. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      id={FACTOR_FIELDS.code}
      name={FACTOR_FIELDS.code}
      label={words.code}
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
