import { signInWords as words } from "../rules/sign-in-words";
import { signInPaths } from "~/sign-in-paths";
import { LinkButton, Button } from "~/ui/button";
import { PageLink } from "~/ui/page-link";
import { passkeyWords } from "../rules/passkey-words";
import { Card } from "~/ui/card";
import { PageForm } from "~/ui/page-form";
import { useOneSending } from "~/ui/use-one-sending";

interface OwnFactorProps {
  factor: { since: string; codesLeft: string } | null;
  canRemove: boolean;
  required: string | null;
  isOfOrganisation: boolean;
  /** A password of theirs may be good for nothing. */
  isPasswordClosed: boolean;
  isWithoutPassword: boolean;
}

export function OwnFactor({
  factor,
  canRemove,
  required,
  isOfOrganisation,
  isPasswordClosed,
  isWithoutPassword,
}: OwnFactorProps) {
  const closed = isWithoutPassword ? words.without : words.closed;
  const told = isPasswordClosed ? closed : words.ofOrganisation;
  return (
    <>
      {isOfOrganisation ? <p>{told}</p> : null}
      {required === null ? null : (
        <p className="font-medium text-warn">{required}</p>
      )}
      {factor ? (
        <>
          <p>{isPasswordClosed ? words.factorKept : words.factorOn}</p>
          <p className="text-muted">
            {words.since} {factor.since}. {factor.codesLeft}
          </p>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <OwnLink to={signInPaths.factor}>{words.renew}</OwnLink>{" "}
            <OwnLink to={signInPaths.recoveryCodes}>{words.newCodes}</OwnLink>{" "}
            {canRemove ? (
              <OwnLink to={signInPaths.remove}>{words.remove}</OwnLink>
            ) : null}
          </div>
        </>
      ) : null}
      {factor || isPasswordClosed ? null : (
        <>
          <p>
            {isOfOrganisation ? null : `${words.factorOff} `}
            {words.whatFor}
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

interface OwnPasskey {
  id: string;
  name: string;
  added: string;
  used: string | null;
}

export function OwnPasskeys({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  return (
    <Card headingId="passkeys-heading" heading={passkeyWords.heading}>
      <div className="space-y-3">
        <p>{passkeyWords.what}</p>
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
                    {passkeyWords.added} {added},{" "}
                    {used === null
                      ? passkeyWords.neverUsed
                      : `${passkeyWords.lastUsed} ${used}`}
                  </span>
                </span>
                <PageLink
                  to={signInPaths.removePasskey(id)}
                  className="action-link"
                >
                  {passkeyWords.remove}
                  <span className="sr-only"> {name}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        )}
        <PageLink to={signInPaths.addPasskey} className="action-link">
          {passkeyWords.add}
        </PageLink>
      </div>
    </Card>
  );
}

interface OwnSession {
  id: string;
  begun: string;
  used: string;
  isThis: boolean;
  isOfOrganisation: boolean;
}

export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const { isSending, onSubmit } = useOneSending();
  return (
    <ul className="space-y-3">
      {sessions.map(({ id, begun, used, isThis, isOfOrganisation }) => (
        <li
          key={id}
          className="flex min-w-0 flex-wrap items-center justify-between gap-2"
        >
          <span className="min-w-0">
            {words.begun} {begun}{" "}
            <span className="block text-sm text-muted">
              {words.lastUsed} {used}
              {isOfOrganisation ? words.byOrganisation : null}
            </span>
          </span>
          {isThis ? (
            <span className="font-medium">{words.thisOne}</span>
          ) : (
            // Not named: named forms are landmarks, and two sessions may have begun in the same minute.
            <PageForm method="post" onSubmit={onSubmit}>
              <input type="hidden" name="session" value={id} />
              <Button aria-disabled={isSending}>
                {words.endThis}
                <span className="sr-only">, {begun}</span>
              </Button>
            </PageForm>
          )}
        </li>
      ))}
    </ul>
  );
}
