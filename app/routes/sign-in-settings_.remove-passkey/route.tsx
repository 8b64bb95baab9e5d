import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
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

export const meta = titled(words.removePasskey);

export default function RemovePasskeyRoute() {
  const { name } = useLoaderData<typeof loadRemovePasskey>();
  return (
    <OwnFactorPage
      title={words.removePasskey}
      sentence={`'${name}' is then good for nothing here. Delete it where it is kept too. ${words.endsOthers}`}
      submit={words.remove}
    >
      <ProofFields />
    </OwnFactorPage>
  );
}
