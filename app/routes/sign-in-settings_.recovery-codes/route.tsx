import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { CodeField } from "~/features/second-factor/code-field";
import type { FactorRefusal } from "~/features/second-factor/drawn-key";
import { OwnFactorPage } from "~/features/second-factor/own-factor-page";
import { pageTitle } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import { LinkButton } from "~/ui/button";
import { loadRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.server";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadRecoveryCodes(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return makeRecoveryCodes(request);
}

/** Codes that are shown once are kept by nobody; and when to try again is for the browser too. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: pageTitle(matches, words.recoveryTitle) },
];

/** Recovery codes that were just made, or the form that makes new ones. */
export default function RecoveryCodesRoute() {
  const { codes, goOn, left } = useLoaderData<typeof loader>();
  const answer = useActionData<FactorRefusal>() ?? null;
  const csrfToken = useShellData()?.csrfToken ?? null;
  if (codes === null) {
    return (
      <OwnFactorPage
        title={words.recoveryTitle}
        sentence={`${left} ${words.newCodesSentence}`}
        submit={words.makeCodes}
        answer={answer}
        csrfToken={csrfToken}
      >
        <CodeField error={answer?.fieldErrors.code} />
      </OwnFactorPage>
    );
  }
  return (
    <div className="mx-auto w-full max-w-drawer space-y-4">
      <h1 className="text-2xl font-semibold">{words.recoveryTitle}</h1>
      <p className="text-muted">{words.recoverySentence}</p>
      <p className="font-medium">{words.shownOnce}</p>
      <ol className="space-y-1 rounded border border-hairline bg-paper p-4">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <LinkButton variant="primary" to={goOn}>
        {words.goOn}
      </LinkButton>
    </div>
  );
}
