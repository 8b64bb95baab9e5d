import { Fragment, type ReactNode } from "react";
import {
  groupWords,
  type GroupsOfClaim,
} from "../rules/organisation-account/organisation-account-words";
import type { CallFailure } from "~/data/call.server";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { settings } from "~/env.server";
import { plainDocument } from "~/features/shell/plain-document.server";
import { paths } from "~/paths";
import { signInPaths } from "~/sign-in-paths";
import { BrandMark } from "~/ui/brand-mark";
import { Button, buttonClass } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";

export const CODE_FIELD = "code";
const OF_FIELD = { fieldId: CODE_FIELD };

const words = {
  withPassword: "Log in with your password",
  toLogin: "Back to the login page",
  linkTitle: "Link your account",
  leave: "Log out there",
} as const;

export interface LinkRefusal {
  status: number;
  text: string;
  isOfField: boolean;
  retryAfter?: string | undefined;
}

export function refusalDocument(failure: CallFailure | null): Response {
  const { status, text, retryAfter } = refusalOf(failure);
  const document = plainDocument({
    title: "You are not logged in",
    status,
    isError: true,
    children: (
      <>
        <Site />
        <h1 className="text-balance text-2xl font-semibold">
          You are not logged in
        </h1>
        <p>{text}</p>
        <div className="flex flex-wrap justify-center gap-4">
          <OtherWays status={status} text={text} />
        </div>
      </>
    ),
  });
  if (retryAfter) document.headers.set("Retry-After", retryAfter);
  return document;
}

/** The way that helps most people is the first. */
function OtherWays(refused: { status: number; text: string }): ReactNode {
  const ways = otherWays(refused);
  return ways.map(({ href, text }, place) => (
    <Fragment key={href}>
      {place > 0 ? " " : null}
      <a
        href={href}
        className={buttonClass(place > 0 ? "secondary" : "primary")}
      >
        {text}
      </a>
    </Fragment>
  ));
}

function otherWays({ status, text }: { status: number; text: string }) {
  const again = { href: signInPaths.organisation, text: "Start again" };
  const password = { href: paths.login, text: words.withPassword };
  if (settings.OIDC_ONLY === "1") {
    return [again, { href: signInPaths.emergency, text: "Emergency login" }];
  }
  // Users who sign in by groups have no password.
  if (GROUP_TEXTS.includes(text)) {
    return [again, { href: paths.login, text: words.toLogin }];
  }
  return status === 400 ? [again, password] : [password, again];
}

const GROUP_TEXTS = Object.values<string>(groupWords);

/** Only the host knows whether the organisation's login is away. */
export function refusalOf(failure: CallFailure | null): LinkRefusal {
  const status = failure ? refusalStatus(failure) : 503;
  return {
    status,
    text: failureWords(failure ?? {}),
    isOfField: failure?.field === CODE_FIELD,
    retryAfter: failure?.retryAfter,
  };
}

/** For people without a user yet; their groups may let them in without a code. */
export function linkDocument(
  groups: GroupsOfClaim | undefined,
  refusal: LinkRefusal | null,
): Response {
  const isLetIn = groups === "let in";
  const errors = refusal
    ? [{ text: refusal.text, ...(refusal.isOfField && OF_FIELD) }]
    : [];
  const document = plainDocument({
    title: words.linkTitle,
    status: refusal?.status ?? 200,
    isError: refusal !== null,
    children: (
      <div className="w-full max-w-form space-y-4 text-left">
        <Site />
        <h1 className="text-2xl font-semibold">{words.linkTitle}</h1>
        <ErrorSummary errors={errors} />
        <p>
          {isLetIn
            ? "Your organisation's login gives you access. If this is your first login here, continue without a code. If not, type the code from your account manager to keep your user."
            : "Your organisation's login worked, but it is not linked to a user here yet. Type the code from your account manager."}
        </p>
        {isLetIn ? (
          <p>
            <a
              href={signInPaths.organisationNew}
              className={buttonClass("primary")}
            >
              Continue without a code
            </a>
          </p>
        ) : null}
        <p>
          You are linking the organisation account that this browser is logged
          in to. If it is not yours, log in there first:{" "}
          <a href={signInPaths.organisationAgain} className="action-link">
            Log in there as yourself
          </a>
        </p>
        <form
          method="post"
          action={signInPaths.linkAccount}
          aria-label={words.linkTitle}
          className="space-y-4"
        >
          <TextField
            id={CODE_FIELD}
            name={CODE_FIELD}
            label="Code"
            hint="16 letters and digits"
            error={refusal?.isOfField ? refusal.text : null}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
          />
          <Button
            variant={isLetIn ? "secondary" : "primary"}
            className="w-full"
          >
            Link and log in
          </Button>
        </form>
        <p>
          {isLetIn
            ? "Logged in here before, but have no code? Ask your account manager, who gave you your username."
            : "No code? Ask your account manager, who gave you your username. You do this once."}
        </p>
        {groups === undefined || isLetIn ? null : <p>{groupWords[groups]}</p>}
        <p>
          <a href={paths.login} className="action-link">
            {settings.OIDC_ONLY === "1" ? words.toLogin : words.withPassword}
          </a>
        </p>
      </div>
    ),
  });
  if (refusal?.retryAfter) {
    document.headers.set("Retry-After", refusal.retryAfter);
  }
  return document;
}

/** A longer one is too long for some browsers and servers. */
const LONGEST_ADDRESS = 2_000;
/** What RP-initiated logout sends; the rest of a query names the page. */
const SENT = ["id_token_hint", "post_logout_redirect_uri", "client_id"];

/**
 * Goes on by itself, because a form that was sent here must not be redirected to another site. What is too long for
 * an address goes by a form, which waits for its button without scripts.
 */
export function leaveDocument(address: string): Response {
  const isLong = address.length > LONGEST_ADDRESS;
  return plainDocument({
    title: "You are logged out",
    status: 200,
    ...(isLong
      ? { sendsTo: new URL(address).origin }
      : { leave: { href: address, afterSeconds: 0 } }),
    children: (
      <>
        <Site />
        <h1 className="text-balance text-2xl font-semibold">
          You are logged out
        </h1>
        <p>Next, you are logged out at your organisation's login too.</p>
        {isLong ? (
          <LeaveForm address={address} />
        ) : (
          <a href={address} className={buttonClass("primary")}>
            {words.leave}
          </a>
        )}
      </>
    ),
  });
}

function LeaveForm({ address }: { address: string }): ReactNode {
  const url = new URL(address);
  const fields = [...url.searchParams].filter(([name]) => SENT.includes(name));
  for (const name of SENT) url.searchParams.delete(name);
  return (
    <form method="post" action={url.href}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant="primary">{words.leave}</Button>
    </form>
  );
}

function Site(): ReactNode {
  return (
    <p className="flex items-center gap-2 text-lg font-semibold">
      <BrandMark />
      {settings.SITE_NAME}
    </p>
  );
}
