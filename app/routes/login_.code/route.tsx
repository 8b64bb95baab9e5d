import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { CodeField, useRefusal } from "~/features/second-factor/code-field";
import { FACTOR_FIELDS } from "~/features/second-factor/drawn-key";
import { UsePasskey } from "~/features/second-factor/passkeys/use-passkey";
import { SecondStepPage } from "~/features/second-factor/second-step-page";
import { titled } from "~/features/shell/page-title";
import { TextField } from "~/ui/field";
import {
  loadEnterCode,
  logInByStep,
} from "~/features/second-factor/log-in-steps.server";

export { links } from "~/reports-and-users-sheet";
export { loadEnterCode as loader, logInByStep as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.codeTitle);

export default function EnterCodeRoute() {
  const { passkeys, ...step } = useLoaderData<typeof loadEnterCode>();
  const recoveryError = useRefusal()?.fieldErrors.recoveryCode;
  return (
    <SecondStepPage
      {...step}
      title={words.codeTitle}
      sentence="Open your authenticator app and type its code."
      submit="Log in"
      belowForm={(isSending) => (
        <UsePasskey question={passkeys} isSending={isSending} />
      )}
    >
      <CodeField />
      <details open={recoveryError !== undefined}>
        <summary className="cursor-pointer text-accent">
          I cannot use my app
        </summary>
        <div className="mt-4 space-y-3">
          <TextField
            id={FACTOR_FIELDS.recoveryCode}
            name={FACTOR_FIELDS.recoveryCode}
            label="Recovery code"
            hint="One of the 16-character codes you saved"
            error={recoveryError ?? null}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="text-sm text-muted">
            If you have no recovery codes either, ask the person who gave you
            your account.
          </p>
        </div>
      </details>
    </SecondStepPage>
  );
}
