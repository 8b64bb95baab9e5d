import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import {
  OwnFactorPage,
  ProofFields,
} from "~/features/second-factor/own-factor-page";
import { titled } from "~/features/shell/page-title";
import {
  loadRemoveFactor,
  removeFactorByForm,
} from "~/features/second-factor/own-factor.server";

export { links } from "~/reports-and-users-sheet";
export { loadRemoveFactor as loader, removeFactorByForm as action };
export { headers } from "~/http/action-headers";

export const meta = titled(words.removeTitle);

export default function RemoveFactorRoute() {
  return (
    <OwnFactorPage
      title={words.removeTitle}
      sentence={`You then log in with only your username and password. Your recovery codes and passkeys are removed too. ${words.endsOthers}`}
      submit={words.remove}
    >
      <ProofFields />
    </OwnFactorPage>
  );
}
