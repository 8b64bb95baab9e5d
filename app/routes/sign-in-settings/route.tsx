import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { pageTitle } from "~/features/shell/page-title";
import { useShellData } from "~/features/shell/shell-data";
import { paths } from "~/paths";
import { signInPaths } from "~/sign-in-paths";
import { LinkButton } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { Card } from "~/ui/card";
import { OwnPasskeys } from "./own-passkeys";
import { OwnSessions } from "./own-sessions";
import { endSession, loadOwnSignIn } from "./own-sign-in.server";

export { links } from "~/reports-and-users-sheet";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadOwnSignIn(request);
}

export async function action({ request }: ActionFunctionArgs) {
  return endSession(request);
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  { title: pageTitle(matches, words.own) },
];

/** How whoever is signed in signs in, and where they are signed in. */
export default function OwnSignInRoute() {
  const {
    factor,
    passkeys,
    canRemove,
    required,
    sessions,
    signIns,
    isOfOrganisation,
    linkedSince,
  } = useLoaderData<typeof loader>();
  const csrfToken = useShellData()?.csrfToken ?? null;
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <h1 className="text-2xl font-semibold">{words.own}</h1>
      <Card headingId="factor-heading" heading={words.factor}>
        <div className="space-y-3">
          {isOfOrganisation ? <p>{words.ofOrganisation}</p> : null}
          {required === null ? null : (
            <p className="font-medium text-warn">{required}</p>
          )}
          {factor ? (
            <>
              <p>{words.factorOn}</p>
              <p className="text-muted">
                {words.since} {factor.since}. {factor.codesLeft}
              </p>
            </>
          ) : (
            <p>
              {isOfOrganisation ? null : `${words.factorOff} `}
              {words.whatFor}
            </p>
          )}
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {factor ? (
              <>
                <OwnLink to={signInPaths.factor}>{words.renew}</OwnLink>{" "}
                <OwnLink to={signInPaths.recoveryCodes}>
                  {words.newCodes}
                </OwnLink>{" "}
                {canRemove ? (
                  <OwnLink to={signInPaths.remove}>{words.remove}</OwnLink>
                ) : null}
              </>
            ) : (
              <LinkButton to={signInPaths.factor} variant="primary">
                {words.setUp}
              </LinkButton>
            )}
          </div>
        </div>
      </Card>
      {passkeys === null ? null : <OwnPasskeys passkeys={passkeys} />}
      <Card headingId="password-heading" heading={words.passwordHeading}>
        <OwnLink to={paths.changePassword}>{words.changePassword}</OwnLink>
      </Card>
      {linkedSince === null ? null : (
        <Card headingId="organisation-heading" heading={words.organisation}>
          <p>
            {words.linkedSince} {linkedSince}. {words.notByYou}
          </p>
        </Card>
      )}
      <Card headingId="sessions-heading" heading={words.sessions}>
        <OwnSessions sessions={sessions} csrfToken={csrfToken} />
      </Card>
      <Card headingId="sign-ins-heading" heading={words.signIns}>
        {signIns.length === 0 ? <p>{words.noSignIns}</p> : null}
        <ul className="space-y-2">
          {signIns.map(({ key, at, address, how }) => (
            <li key={key} className="min-w-0 break-words">
              {at}{" "}
              <span className="block text-sm text-muted">
                {`from ${address}, by ${how}`}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Long words of large text go on in the next line, as those of a button do not. */
function OwnLink({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="action-link">
      {children}
    </PageLink>
  );
}
