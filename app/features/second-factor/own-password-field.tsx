import { signInWords as words } from "./rules/sign-in-words";
import { PasswordField } from "~/ui/password-field";
import { FACTOR_FIELDS } from "./drawn-key";

/** The password of whoever is signed in, so that nobody at their screen does it for them. */
export function OwnPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      id={FACTOR_FIELDS.password}
      name={FACTOR_FIELDS.password}
      label={words.password}
      error={error ?? null}
      autoComplete="current-password"
      aria-required
    />
  );
}
