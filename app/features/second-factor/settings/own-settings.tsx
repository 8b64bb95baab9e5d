import type { SerializeFrom } from "@remix-run/node";
import { paths } from "~/paths";
import { signInWords as words } from "../rules/sign-in-words";
import { signInPaths } from "~/sign-in-paths";
import { LinkButton, Button } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { Card } from "~/ui/card";
import { PageForm } from "~/ui/page-form";
import { useOneSending } from "~/ui/use-one-sending";
import type { loadOwnSignIn } from "./own-sign-in.server";

type OwnSignIn = SerializeFrom<typeof loadOwnSignIn>;

export function OwnSettings(own: OwnSignIn) {
  const { passkeys, sessions, signIns, isPasswordClosed, linkedSince } = own;
  return (
    <div className="mx-auto grid w-full min-w-0 max-w-prose grid-cols-1 gap-4">
      <h1 className="text-2xl font-semibold">{words.own}</h1>
      <Card headingId="factor-heading" heading="Second factor">
        <div className="space-y-3">
          <OwnFactor {...own} />
        </div>
      </Card>
      {passkeys === null ? null : <OwnPasskeys passkeys={passkeys} />}
      {isPasswordClosed ? null : (
        <Card headingId="password-heading" heading="Password">
          <PageLink to={paths.changePassword} className="action-link">
            Change password
          </PageLink>
        </Card>
      )}
      {linkedSince === null ? null : (
        <Card headingId="organisation-heading" heading="Organisation account">
          <p>
            Your organisation account has been linked since {linkedSince}. If
            you did not link it, tell an account manager.
          </p>
        </Card>
      )}
      <Card headingId="sessions-heading" heading="Where you are logged in">
        <OwnSessions sessions={sessions} />
      </Card>
      <Card headingId="sign-ins-heading" heading="Recent logins">
        {signIns.length === 0 ? <p>None recorded.</p> : null}
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

function OwnFactor({
  factor,
  canRemove,
  required,
  isOfOrganisation,
  isPasswordClosed,
  isWithoutPassword,
}: OwnSignIn) {
  const closed = isWithoutPassword
    ? "You log in with your organisation account, which has its own second factor. You have no password here."
    : "You logged in with your organisation account, which has its own second factor. Passwords here are only for emergency accounts.";
  const notice = isPasswordClosed
    ? closed
    : "You logged in with your organisation account, which has its own second factor. The settings below are for your username and password only.";
  return (
    <>
      {isOfOrganisation ? <p>{notice}</p> : null}
      {required === null ? null : (
        <p className="font-medium text-warn">{required}</p>
      )}
      {factor ? (
        <>
          <p>
            {isPasswordClosed
              ? "Your password still has a second factor here."
              : "You log in with your password and a code from your app."}
          </p>
          <p className="text-muted">
            Set up on {factor.since}. {factor.codesLeft}
          </p>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <OwnLink to={signInPaths.factor}>{words.renew}</OwnLink>{" "}
            <OwnLink to={signInPaths.recoveryCodes}>New recovery codes</OwnLink>{" "}
            {canRemove ? (
              <OwnLink to={signInPaths.remove}>{words.remove}</OwnLink>
            ) : null}
          </div>
        </>
      ) : null}
      {factor || isPasswordClosed ? null : (
        <>
          <p>
            {isOfOrganisation
              ? null
              : "You log in with your username and password. "}
            With a second factor, nobody can log in with your password alone.
          </p>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <LinkButton to={signInPaths.factor} variant="primary">
              {words.setUp}
            </LinkButton>
          </div>
        </>
      )}
    </>
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

function OwnPasskeys({
  passkeys,
}: {
  passkeys: NonNullable<OwnSignIn["passkeys"]>;
}) {
  return (
    <Card headingId="passkeys-heading" heading="Passkeys">
      <div className="space-y-3">
        <p>
          A passkey is stored on your phone, computer or security key. You can
          use one instead of a code.
        </p>
        {passkeys.length === 0 ? null : (
          <ul className="space-y-3">
            {passkeys.map(({ id, name, added, used }) => (
              <li
                key={id}
                className="flex min-w-0 flex-wrap items-center justify-between gap-2"
              >
                <span className="min-w-0">
                  {name}{" "}
                  <span className="block text-sm text-muted">
                    Added on {added},{" "}
                    {used === null ? "not used yet" : `last used ${used}`}
                  </span>
                </span>
                <PageLink
                  to={signInPaths.removePasskey(id)}
                  aria-label={`${words.remove} ${name}`}
                  className="action-link"
                >
                  {words.remove}
                </PageLink>
              </li>
            ))}
          </ul>
        )}
        <PageLink to={signInPaths.addPasskey} className="action-link">
          {words.addPasskey}
        </PageLink>
      </div>
    </Card>
  );
}

function OwnSessions({ sessions }: Pick<OwnSignIn, "sessions">) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <ul className="space-y-3">
      {sessions.map(({ id, begun, used, isThis, isOfOrganisation }) => (
        <li
          key={id}
          className="flex min-w-0 flex-wrap items-center justify-between gap-2"
        >
          <span className="min-w-0">
            Logged in {begun}{" "}
            <span className="block text-sm text-muted">
              last used {used}
              {isOfOrganisation ? ", by organisation account" : null}
            </span>
          </span>
          {isThis ? (
            <span className="font-medium">This browser</span>
          ) : (
            // Not named: named forms are landmarks, and two sessions may have begun in the same minute.
            <PageForm method="post" onSubmit={onSubmit}>
              <input type="hidden" name="session" value={id} />
              <Button aria-disabled={isSending}>
                Log out there
                <span className="sr-only">, {begun}</span>
              </Button>
            </PageForm>
          )}
        </li>
      ))}
    </ul>
  );
}
