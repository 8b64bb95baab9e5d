import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { CodeField } from "~/features/second-factor/code-field";
import { KeyToScan } from "~/features/second-factor/key-to-scan";
import { SecondStepPage } from "~/features/second-factor/second-step-page";
import { titled } from "~/features/shell/page-title";
import {
  loadSetUp,
  setUpToLogIn,
} from "~/features/second-factor/log-in-steps.server";

export { links } from "~/reports-and-users-sheet";
export { loadSetUp as loader, setUpToLogIn as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.requiredTitle);

/** Nothing else is open to the user until the factor is set up. */
export default function SetUpToLogInRoute() {
  const { drawn, ...step } = useLoaderData<typeof loadSetUp>();
  return (
    <SecondStepPage
      {...step}
      title={words.requiredTitle}
      sentence="Your account now needs a second factor: a code from an app on your phone."
      submit="Set up and log in"
    >
      <KeyToScan drawn={drawn} />
      <CodeField />
    </SecondStepPage>
  );
}
