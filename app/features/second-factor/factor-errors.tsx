import { ErrorSummary, fieldLines } from "~/ui/error-summary";
import { CHECKED_FIELDS, type FactorRefusal } from "./drawn-key";

/** What is wrong with a form about a second factor, above it. */
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
