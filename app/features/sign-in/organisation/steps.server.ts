import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { ask } from "~/data/ask.server";
import { pageError } from "~/data/page-error.server";
import { onlyText } from "~/domain/form-texts";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import { settings } from "~/env.server";
import { errorDocument } from "~/features/shell/plain-document.server";
import { isFromOwnPage } from "~/guard/own-page.server";
import { readForm } from "~/http/read-form.server";
import { paths } from "~/paths";
import { landingPathFor } from "~/session/landing.server";
import { openSession } from "~/session/open-session.server";
import {
  endedOrganisationCookie,
  heldFor,
  heldTicket,
  keptStepCookie,
  ticketCookie,
} from "~/session/organisation-cookie.server";
import { findUser } from "~/session/require-user.server";
import {
  publicContext,
  sessionOfOrganisation,
} from "~/session/session-of-tokens.server";
import type { SessionRecord } from "~/session/session-record.server";
import { signInPaths } from "~/sign-in-paths";
import {
  beginAtProvider,
  finishAtProvider,
  linkByCode as linkAtProvider,
} from "~server/organisation-sign-in/service";
import {
  CODE_FIELD,
  leaveDocument,
  linkDocument,
  refusalDocument,
  refusalOf,
} from "./step-document.server";

/** The data server asks the organisation's login up to three things, each within four seconds. */
const DEADLINE_MS = 13_000;

function contextOf(request: Request) {
  return { ...publicContext(request), deadlineMs: DEADLINE_MS };
}

/** `again`: that login asks who it is. `joins`: a person without a user becomes one. */
type OrganisationWish = { again?: true; joins?: true };

const STEPS: Readonly<Record<string, (request: Request) => Promise<Response>>> =
  {
    "": (request) => begin(request, {}),
    again: (request) => begin(request, { again: true }),
    new: (request) => begin(request, { joins: true }),
    callback: comeBack,
    link: askForCode,
    leave,
  };

/** 404 if there is no such login. */
export async function showStep({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  const name = params["*"] ?? "";
  const show = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (!settings.OIDC_NAME || !show) return errorDocument(pageError(404));
  return orErrorDocument(() => show(request));
}

export async function takeStep({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  let form: FormData;
  try {
    form = await readForm(request);
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return errorDocument(error);
  }
  return settings.OIDC_NAME && params["*"] === "link"
    ? orErrorDocument(() => linkByCode(request, form))
    : errorDocument(pageError(404));
}

/** Shows an error document if the portal's database does not answer. */
async function orErrorDocument(
  take: () => Promise<Response>,
): Promise<Response> {
  try {
    return await take();
  } catch (error) {
    const isRefused = error instanceof Response && error.status >= 400;
    if (!isRefused) throw error;
    return errorDocument(error);
  }
}

async function leave(request: Request): Promise<Response> {
  const held = await heldFor(request, "leave");
  return held
    ? endingStep(request, leaveDocument(held.address))
    : redirect(paths.login);
}

/** The login page leads here. Requests from other sites are refused, since the organisation's login may still know the user. */
async function begin(
  request: Request,
  wish: OrganisationWish,
): Promise<Response> {
  const landing = await landingOfSignedIn(request);
  if (landing) return landing;
  if (!isFromOwnPage((name) => request.headers.get(name))) {
    return redirect(paths.login);
  }
  return goThere(request, wish);
}

async function goThere(
  request: Request,
  wish: OrganisationWish,
  retried?: true,
): Promise<Response> {
  const begun = await ask(beginAtProvider, wish, contextOf(request));
  if (begun.kind === "empty") return refusalDocument(null);
  if (begun.kind === "failure") return refusalDocument(begun);
  const { address, ticket } = begun.answer;
  const state = new URL(address).searchParams.get("state") ?? "";
  const held = { state, ticket, joins: wish.joins, retried };
  return redirect(address, {
    headers: {
      "Cache-Control": "no-store",
      "Set-Cookie": await ticketCookie(request, held),
    },
  });
}

/** The organisation's login redirects here. The requested page is remembered until the session begins. */
async function comeBack(request: Request): Promise<Response> {
  // Another tab has logged in, or this page was loaded again.
  const landing = await landingOfSignedIn(request);
  if (landing) return landing;
  const held = await heldTicket(request);
  if (held && !held.retried && hasExpired(request)) {
    return goThere(request, held.joins ? { joins: true } : {}, true);
  }
  const query = new URL(request.url).search.slice(1);
  const back = { ticket: held?.ticket ?? NO_TICKET, query };
  const finished = await ask(finishAtProvider, back, contextOf(request));
  if (finished.kind === "data") {
    const { answer } = finished;
    if ("claim" in answer) {
      const { claim, groups } = answer;
      const step = { step: "link", claim, groups } as const;
      return redirect(signInPaths.linkAccount, {
        headers: { "Set-Cookie": await keptStepCookie(step) },
      });
    }
    const record = await sessionOfOrganisation(answer, contextOf(request));
    if (record) return open(request, record);
  }
  // A ticket that is spent opens nothing, and makes room for later ones.
  return refusalDocument(finished.kind === "failure" ? finished : null);
}

/** The host judges a browser without a ticket as one with a wrong one. */
const NO_TICKET = "none";

/** True where the provider's own login page had waited too long, as Keycloak says it: it lets in who begins again. */
function hasExpired({ url }: Request): boolean {
  const { searchParams: query } = new URL(url);
  return (
    query.get("error") === "temporarily_unavailable" &&
    query.get("error_description") === "authentication_expired"
  );
}

/** Null if nobody is signed in. */
async function landingOfSignedIn(request: Request): Promise<Response | null> {
  const signedIn = await findUser(request);
  return (
    signedIn && redirect(landingPathFor(signedIn.user.viewer) ?? paths.home)
  );
}

async function askForCode(request: Request): Promise<Response> {
  const held = await heldFor(request, "link");
  return held ? linkDocument(held.groups, null) : redirect(paths.login);
}

async function linkByCode(request: Request, form: FormData): Promise<Response> {
  const held = await heldFor(request, "link");
  if (!held) return redirect(paths.login);
  const code = onlyText(form, CODE_FIELD).trim();
  const wrong = (text: string) =>
    linkDocument(held.groups, { status: 400, text, isOfField: true });
  if (code === "") return wrong("Enter the code");
  if (readTypedCode(code)?.kind !== "recovery code") {
    return wrong("This is not a code. A code has 16 characters.");
  }
  const typed = { claim: held.claim, code };
  const linked = await ask(linkAtProvider, typed, contextOf(request));
  const record =
    linked.kind === "data" &&
    (await sessionOfOrganisation(linked.answer, contextOf(request)));
  if (record) return open(request, record);
  const failure = linked.kind === "failure" ? linked : null;
  const refusal = refusalOf(failure);
  // The claim is over, or the code may be used up: then the account is linked, and another start lets it in.
  return refusal.status === 400 || refusal.status === 503
    ? endingStep(request, refusalDocument(failure))
    : linkDocument(held.groups, refusal);
}

async function open(
  request: Request,
  record: SessionRecord,
): Promise<Response> {
  const opened = await openSession(request, record);
  return opened ?? endingStep(request, refusalDocument(null));
}

async function endingStep(
  request: Request,
  document: Response,
): Promise<Response> {
  const ended = await endedOrganisationCookie(request);
  if (ended !== null) document.headers.append("Set-Cookie", ended);
  return document;
}
