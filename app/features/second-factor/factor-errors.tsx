import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import type { FactorRefusal } from "./drawn-key";

const FIELDS = ["currentPassword", "code", "recoveryCode"] as const;

/** What is wrong with a form about a second factor, above it. */
export function FactorErrors({ answer }: { answer: FactorRefusal | null }) {
  const { error, fieldErrors = {} } = answer ?? {};
  const ofFields = fieldLines(FIELDS, fieldErrors);
  return (
    <ErrorSummary
      errors={error ? [{ text: error }, ...ofFields] : ofFields}
      attempt={answer}
    />
  );
}
