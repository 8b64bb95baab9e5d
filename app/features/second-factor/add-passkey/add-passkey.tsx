import { useEffect, useState } from "react";
import { FactorErrors, useRefusal } from "../code-field";
import { OwnFactorPage, ProofFields } from "../own-factor-page";
import {
  FACTOR_FIELDS,
  PASSKEY_FIELDS,
  type FactorRefusal,
} from "../drawn-key";
import {
  canAskFor,
  isAt,
  makePasskey,
  useAskedBrowser,
} from "../passkeys/web-authn";
import { signInWords as words } from "../rules/sign-in-words";
import { useHydrated } from "~/rendering/hydration";
import { signInPaths } from "~/sign-in-paths";
import { Button, LinkButton } from "~/ui/button";
import { Field } from "~/ui/field";
import type { MadePasskey, MakeQuestion } from "~server/auth/service";

export function MakePasskey({
  question,
  siteName,
  onMade,
}: {
  question: MakeQuestion | null;
  siteName: string;
  onMade: (made: { attempt: string; passkey: MadePasskey }) => void;
}) {
  const hydrated = useHydrated();
  const { isAsking, hasFailed, onClick } = useAskedBrowser(async () => {
    if (question === null) return;
    const passkey = await makePasskey(question, siteName);
    onMade({ attempt: question.attempt, passkey });
  });
  if (question === null)
    return <p>Passkeys are not available at this address.</p>;
  if (!hydrated)
    return (
      <p>
        Adding a passkey needs scripts, which do not run in this browser. A code
        from your app needs none.
      </p>
    );
  if (!canAskFor(question)) {
    return (
      <p>
        {isAt(question)
          ? "This browser does not support passkeys."
          : `Passkeys work only where the address starts with ${question.origin}.`}
      </p>
    );
  }
  return (
    <>
      <Button
        type="button"
        variant="primary"
        aria-disabled={isAsking || undefined}
        onClick={onClick}
      >
        Make a passkey
      </Button>
      <p role="status" className="mt-2 font-medium text-bad">
        {hasFailed ? "No passkey was made. Please try again." : null}
      </p>
    </>
  );
}

const SENTENCE_ID = "passkey-made";

/** Takes the focus, so that it is read with the sentence above it. */
function PasskeyNameField({
  value,
  onType,
}: {
  value: string;
  onType: (value: string) => void;
}) {
  return (
    <Field
      id={FACTOR_FIELDS.passkeyName}
      label="Name of the passkey"
      error={useRefusal()?.fieldErrors.passkeyName ?? null}
    >
      {(control) => (
        <input
          {...control}
          type="text"
          name={FACTOR_FIELDS.passkeyName}
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
          autoComplete="off"
          aria-required
          aria-describedby={[SENTENCE_ID, control["aria-describedby"]]
            .filter(Boolean)
            .join(" ")}
        />
      )}
    </Field>
  );
}

/** The browser creates the passkey first. The form with the code comes after it, because a code could expire in the meantime. */
export function AddPasskey({
  siteName,
  question,
  usualName,
}: {
  siteName: string;
  question: MakeQuestion | null;
  usualName: string;
}) {
  const answer = useRefusal();
  const [kept, setKept] = useState<{
    attempt: string;
    passkey: MadePasskey;
    /** The refusal shown when it was created, which was about an earlier passkey. */
    after: FactorRefusal | null;
  } | null>(null);
  // Keep the name after a wrong code.
  const [name, setName] = useState(usualName);
  const isSpent = answer?.isSpent === true && kept?.after !== answer;
  const made = isSpent ? null : kept;
  const isMade = made !== null;
  useEffect(() => {
    if (isMade) document.getElementById(FACTOR_FIELDS.passkeyName)?.focus();
  }, [isMade]);
  if (made === null) {
    return (
      <div className="mx-auto w-full max-w-drawer space-y-4">
        <h1 className="text-2xl font-semibold">{words.addPasskey}</h1>
        <p className="text-muted">
          Your phone, computer or security key makes the passkey. Then you
          confirm that it is you.
        </p>
        <div className="space-y-4 rounded border border-hairline bg-paper p-4">
          <FactorErrors answer={answer?.isSpent ? answer : null} />
          <MakePasskey
            question={question}
            siteName={siteName}
            onMade={(passkey) => setKept({ ...passkey, after: answer })}
          />
          <LinkButton to={signInPaths.own}>{words.cancel}</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <OwnFactorPage
      title={words.addPasskey}
      sentence={
        <>
          <span id={SENTENCE_ID}>
            Your passkey is made. Confirm that it is you, to add it.
          </span>{" "}
          {words.endsOthers}
        </>
      }
      submit={words.addPasskey}
    >
      <input type="hidden" name={PASSKEY_FIELDS.attempt} value={made.attempt} />
      <input
        type="hidden"
        name={PASSKEY_FIELDS.passkey}
        value={JSON.stringify(made.passkey)}
      />
      <PasskeyNameField value={name} onType={setName} />
      <ProofFields />
    </OwnFactorPage>
  );
}
