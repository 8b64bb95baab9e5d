import { useActionData } from "@remix-run/react";
import { signInWords as words } from "./rules/sign-in-words";
import { TextField } from "~/ui/field";
import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import { CHECKED_FIELDS, FACTOR_FIELDS, type FactorRefusal } from "./drawn-key";

/** Why the form of the page was refused; null until it was. */
export function useRefusal(): FactorRefusal | null {
  return useActionData<FactorRefusal>() ?? null;
}

export function CodeField({ label = words.code }: { label?: string }) {
  return (
    <TextField
      id={FACTOR_FIELDS.code}
      name={FACTOR_FIELDS.code}
      label={label}
      hint="6 digits"
      error={useRefusal()?.fieldErrors.code ?? null}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
    />
  );
}

export function FactorErrors({ answer }: { answer: FactorRefusal | null }) {
  const { error, fieldErrors = {} } = answer ?? {};
  const ofFields = fieldLines(CHECKED_FIELDS, fieldErrors);
  return (
    <ErrorSummary
      errors={error ? [{ text: error }, ...ofFields] : ofFields}
      attempt={answer}
    />
  );
}
