import { passkeyWords as words } from "~/features/second-factor/rules/passkey-words";
import { FACTOR_FIELDS } from "~/features/second-factor/drawn-key";
import { Field } from "~/ui/field";

/** What a passkey that was made is called. The focus comes here then, so that it is read with the sentence that says so. */
export function PasskeyNameField({
  value,
  onType,
  error,
  sentenceId,
}: {
  value: string;
  onType: (value: string) => void;
  error: string | null;
  sentenceId: string;
}) {
  return (
    <Field id={FACTOR_FIELDS.passkeyName} label={words.name} error={error}>
      {(control) => (
        <input
          {...control}
          type="text"
          name={FACTOR_FIELDS.passkeyName}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          autoComplete="off"
          aria-required
          aria-describedby={[sentenceId, control["aria-describedby"]]
            .filter(Boolean)
            .join(" ")}
        />
      )}
    </Field>
  );
}
