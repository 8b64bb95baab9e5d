import { useEffect, useState } from "react";
import type { MadePasskey, MakeQuestion } from "~server/auth/service";
import { passkeyWords as words } from "~/features/second-factor/rules/passkey-words";
import { FACTOR_FIELDS } from "~/features/second-factor/drawn-key";
import { FactorErrors } from "~/features/second-factor/factor-errors";
import { OwnFactorPage } from "~/features/second-factor/own-factor-page";
import { OwnPasswordField } from "~/features/second-factor/own-password-field";
import { MakePasskey } from "~/features/second-factor/passkeys/make-passkey";
import { PASSKEY_FIELDS } from "~/features/second-factor/passkeys/passkey-fields";
import { PresentCodeField } from "~/features/second-factor/present-code-field";
import { useShellData } from "~/features/shell/shell-data";
import { signInPaths } from "~/sign-in-paths";
import { LinkButton } from "~/ui/button";
import { signInWords } from "~/features/second-factor/rules/sign-in-words";
import type { AddRefusal } from "./add-refusal";
import { PasskeyNameField } from "./passkey-name-field";

const SENTENCE_ID = "passkey-made";

/** First the browser has a passkey made; then a form says whose it is, and proves it: a code would be over by the time that takes. */
export function AddPasskey({
  siteName,
  question,
  usualName,
  answer,
}: {
  siteName: string;
  question: MakeQuestion | null;
  usualName: string;
  answer: AddRefusal | null;
}) {
  const [kept, setKept] = useState<{
    attempt: string;
    passkey: MadePasskey;
    /** What the page had been told when it was made: that was about an earlier one. */
    after: AddRefusal | null;
  } | null>(null);
  // Whoever types a wrong code types the code alone once more.
  const [name, setName] = useState(usualName);
  const isSpent = answer?.isSpent === true && kept?.after !== answer;
  const made = isSpent ? null : kept;
  const csrfToken = useShellData()?.csrfToken ?? null;
  const isMade = made !== null;
  useEffect(() => {
    if (isMade) document.getElementById(FACTOR_FIELDS.passkeyName)?.focus();
  }, [isMade]);
  if (made === null) {
    return (
      <div className="mx-auto w-full max-w-drawer space-y-4">
        <h1 className="text-2xl font-semibold">{words.addTitle}</h1>
        <p className="text-muted">{words.addSentence}</p>
        <div className="space-y-4 rounded border border-hairline bg-paper p-4">
          <FactorErrors answer={answer?.isSpent ? answer : null} />
          <MakePasskey
            question={question}
            siteName={siteName}
            onMade={(passkey) => setKept({ ...passkey, after: answer })}
          />
          <LinkButton to={signInPaths.own}>{signInWords.cancel}</LinkButton>
        </div>
      </div>
    );
  }
  const { fieldErrors = {} } = answer ?? {};
  return (
    <OwnFactorPage
      title={words.addTitle}
      sentence={
        <>
          <span id={SENTENCE_ID}>{words.madeSentence}</span>{" "}
          {signInWords.endsOthers}
        </>
      }
      submit={words.add}
      answer={answer?.isSpent ? null : answer}
      csrfToken={csrfToken}
    >
      <input type="hidden" name={PASSKEY_FIELDS.attempt} value={made.attempt} />
      <input
        type="hidden"
        name={PASSKEY_FIELDS.passkey}
        value={JSON.stringify(made.passkey)}
      />
      <PasskeyNameField
        value={name}
        onType={setName}
        error={fieldErrors.passkeyName ?? null}
        sentenceId={SENTENCE_ID}
      />
      <PresentCodeField error={fieldErrors.presentCode} />
      <OwnPasswordField error={fieldErrors.currentPassword} />
    </OwnFactorPage>
  );
}
