import { useActionData, useLoaderData } from "@remix-run/react";
import { passkeyWords as words } from "~/features/second-factor/rules/passkey-words";
import { signInWords } from "~/features/second-factor/rules/sign-in-words";
import type { FactorRefusal } from "~/features/second-factor/drawn-key";
import {
  OwnFactorPage,
  ProofFields,
} from "~/features/second-factor/own-factor-page";
import { titled } from "~/features/shell/page-title";
import {
  loadRemovePasskey,
  removePasskeyByForm,
} from "~/features/second-factor/own-factor.server";

export { links } from "~/reports-and-users-sheet";
export { loadRemovePasskey as loader, removePasskeyByForm as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.removeTitle);

export default function RemovePasskeyRoute() {
  const { name } = useLoaderData<typeof loadRemovePasskey>();
  const answer = useActionData<FactorRefusal>() ?? null;
  return (
    <OwnFactorPage
      title={words.removeTitle}
      sentence={`'${name}' ${words.removeSentence} ${signInWords.endsOthers}`}
      submit={words.remove}
      answer={answer}
    >
      <ProofFields answer={answer} />
    </OwnFactorPage>
  );
}
