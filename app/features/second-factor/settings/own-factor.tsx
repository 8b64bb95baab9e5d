import { signInWords as words } from "../rules/sign-in-words";
import { signInPaths } from "~/sign-in-paths";
import { LinkButton } from "~/ui/button";
import { PageLink } from "~/ui/page-link";

interface OwnFactorProps {
  /** Null where the user has none. */
  factor: { since: string; codesLeft: string } | null;
  canRemove: boolean;
  /** That one is needed soon; null where it is not. */
  required: string | null;
  isOfOrganisation: boolean;
  /** A password of theirs may be good for nothing. */
  isPasswordClosed: boolean;
  /** They have none. */
  isWithoutPassword: boolean;
}

/** The second factor of a user, and what they can do about it. */
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
