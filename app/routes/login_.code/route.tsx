import { useActionData, useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import {
  FACTOR_FIELDS,
  type FactorRefusal,
} from "~/features/second-factor/drawn-key";
import { CodeField, FactorErrors } from "~/features/second-factor/code-field";
import { UsePasskey } from "~/features/second-factor/passkeys/use-passkey";
import { SecondStepFrame } from "~/features/second-factor/second-step-frame";
import { titled } from "~/features/shell/page-title";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { useOneSending } from "~/ui/use-one-sending";
import {
  loadEnterCode,
  logInByStep,
} from "~/features/second-factor/log-in-steps.server";

export { links } from "~/reports-and-users-sheet";
export { loadEnterCode as loader, logInByStep as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.codeTitle);

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export default function EnterCodeRoute() {
  const { siteName, username, passkeys } =
    useLoaderData<typeof loadEnterCode>();
  const answer = useActionData<FactorRefusal>() ?? null;
  const form = useEmptiedForm(answer);
  const { isSending, onSubmit } = useOneSending();
  const recoveryError = answer?.fieldErrors.recoveryCode;
  return (
    <SecondStepFrame
      siteName={siteName}
      username={username}
      title={words.codeTitle}
      sentence={words.codeSentence}
    >
      <PageForm
        ref={form}
        method="post"
        aria-label={words.codeTitle}
        className="space-y-4"
        onSubmit={onSubmit}
      >
        <FactorErrors answer={answer} />
        <CodeField error={answer?.fieldErrors.code} />
        <details open={recoveryError !== undefined}>
          <summary className="cursor-pointer text-accent">
            {words.noApp}
          </summary>
          <div className="mt-4 space-y-3">
            <TextField
              id={FACTOR_FIELDS.recoveryCode}
              name={FACTOR_FIELDS.recoveryCode}
              label={words.recoveryCode}
              hint={words.recoveryHint}
              error={recoveryError ?? null}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p className="text-sm text-muted">{words.noCodes}</p>
          </div>
        </details>
        <Button variant="primary" className="w-full" aria-disabled={isSending}>
          {words.logIn}
        </Button>
      </PageForm>
      <UsePasskey question={passkeys} isSending={isSending} />
    </SecondStepFrame>
  );
}
