import type { HeadersFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { CodeField } from "~/features/second-factor/code-field";
import { OwnFactorPage } from "~/features/second-factor/own-factor-page";
import { titled } from "~/features/shell/page-title";
import { CodesToKeep } from "~/features/second-factor/recovery-codes/codes-to-keep";
import {
  answerRecoveryCodes,
  loadRecoveryCodes,
} from "~/features/second-factor/own-factor.server";

export { links } from "~/reports-and-users-sheet";
export { loadRecoveryCodes as loader, answerRecoveryCodes as action };

/** No browser may keep the codes; `Retry-After` is passed on. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta = titled(words.recoveryTitle);

export default function RecoveryCodesRoute() {
  const { codes, left } = useLoaderData<typeof loadRecoveryCodes>();
  return codes === null ? (
    <OwnFactorPage
      title={words.recoveryTitle}
      sentence={`${left} New recovery codes replace the ones you have. Type a code from your app to get them.`}
      submit="Make new codes"
    >
      <CodeField />
    </OwnFactorPage>
  ) : (
    <CodesToKeep codes={codes} />
  );
}
