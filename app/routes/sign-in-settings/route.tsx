import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { titled } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { PageLink } from "~/ui/page-link";
import { Card } from "~/ui/card";
import {
  OwnFactor,
  OwnPasskeys,
  OwnSessions,
} from "~/features/second-factor/settings/own-settings";
import {
  endByForm,
  loadOwnSignIn,
} from "~/features/second-factor/settings/own-sign-in.server";

export { links } from "~/reports-and-users-sheet";
export { loadOwnSignIn as loader, endByForm as action };

export const meta = titled(words.own);

export default function OwnSignInRoute() {
  const {
    factor,
    passkeys,
    canRemove,
    required,
    sessions,
    signIns,
    isOfOrganisation,
    isPasswordClosed,
    isWithoutPassword,
    linkedSince,
  } = useLoaderData<typeof loadOwnSignIn>();
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <h1 className="text-2xl font-semibold">{words.own}</h1>
      <Card headingId="factor-heading" heading={words.factor}>
        <div className="space-y-3">
          <OwnFactor
            {...{
              factor,
              canRemove,
              required,
              isOfOrganisation,
              isPasswordClosed,
              isWithoutPassword,
            }}
          />
        </div>
      </Card>
      {passkeys === null ? null : <OwnPasskeys passkeys={passkeys} />}
      {isPasswordClosed ? null : (
        <Card headingId="password-heading" heading={words.passwordHeading}>
          <PageLink to={paths.changePassword} className="action-link">
            {words.changePassword}
          </PageLink>
        </Card>
      )}
      {linkedSince === null ? null : (
        <Card headingId="organisation-heading" heading={words.organisation}>
          <p>
            {words.linkedSince} {linkedSince}. {words.notByYou}
          </p>
        </Card>
      )}
      <Card headingId="sessions-heading" heading={words.sessions}>
        <OwnSessions sessions={sessions} />
      </Card>
      <Card headingId="sign-ins-heading" heading={words.signIns}>
        {signIns.length === 0 ? <p>{words.noSignIns}</p> : null}
        <ul className="space-y-2">
          {signIns.map(({ key, at, address, how }) => (
            <li key={key} className="min-w-0">
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
