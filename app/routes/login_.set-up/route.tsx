import { useActionData, useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import type { FactorRefusal } from "~/features/second-factor/drawn-key";
import { CodeField, FactorErrors } from "~/features/second-factor/code-field";
import { KeyToScan } from "~/features/second-factor/key-to-scan";
import { SecondStepFrame } from "~/features/second-factor/second-step-frame";
import { titled } from "~/features/shell/page-title";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import { useEmptiedForm } from "~/ui/use-emptied-form";
import { useOneSending } from "~/ui/use-one-sending";
import {
  loadSetUp,
  setUpToLogIn,
} from "~/features/second-factor/log-in-steps.server";

export { links } from "~/reports-and-users-sheet";
export { loadSetUp as loader, setUpToLogIn as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.requiredTitle);

/** The second step of who needs a factor and has none: nothing else is open to them before it is set up. */
export default function SetUpToLogInRoute() {
  const { siteName, username, drawn } = useLoaderData<typeof loadSetUp>();
  const answer = useActionData<FactorRefusal>() ?? null;
  const form = useEmptiedForm(answer);
  const { isSending, onSubmit } = useOneSending();
  return (
    <SecondStepFrame
      siteName={siteName}
      username={username}
      title={words.requiredTitle}
      sentence={words.requiredSentence}
    >
      <PageForm
        ref={form}
        method="post"
        aria-label={words.requiredTitle}
        className="space-y-4"
        onSubmit={onSubmit}
      >
        <FactorErrors answer={answer} />
        <KeyToScan drawn={answer?.drawn ?? drawn} />
        <CodeField error={answer?.fieldErrors.code} />
        <Button variant="primary" className="w-full" aria-disabled={isSending}>
          {words.setUpAndLogIn}
        </Button>
      </PageForm>
    </SecondStepFrame>
  );
}
