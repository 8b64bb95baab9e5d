import { signInWords as words } from "./rules/sign-in-words";
import { TextField } from "~/ui/field";
import { FACTOR_FIELDS } from "./drawn-key";

/** A code of the factor that is there, so that a password alone neither takes its place nor removes it. */
export function PresentCodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      id={FACTOR_FIELDS.presentCode}
      name={FACTOR_FIELDS.presentCode}
      label={words.presentCode}
      hint={words.presentCodeHint}
      error={error ?? null}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
    />
  );
}
