import { redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import {
  call,
  type Call,
  type CallInput,
  type Outcome,
} from "~/data/call.server";
import { ask, type Ask } from "~/data/ask.server";
import {
  download,
  downloadOf,
  type DownloadContext,
  type DownloadOutcome,
} from "~/data/download.server";
import type { OwnSession, Service } from "~/data/in-process.server";
import { downloadReport } from "~/data/report-file.server";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import type { PlaceAboveFacilities } from "~/domain/places/hierarchy";
import { sessionEnd } from "~/features/sign-in/rules/session-clock";
import { settings } from "~/env.server";
import { paths } from "~/paths";
import { csrfTokenOf } from "./csrf-token.server";
import { downloadLimit, ENOUGH_DOWNLOADS } from "./download-limit.server";
import { loginRedirect } from "./end-session.server";
import { flashNotices } from "./flash-notices.server";
import { takeKeptForm } from "./kept-forms.server";
import { landingPathFor } from "./landing.server";
import {
  findOrganization,
  loadOrganization,
  organizationAtHand,
  organizationIn,
  organizationKey,
} from "./organization.server";
import {
  findChangeCount,
  findNoticesDue,
  findPlaceCounts,
  type CountedPlace,
} from "./place-counts.server";
import { forgetAnswers } from "./kept-answer.server";
import { keepNews } from "./keep-news.server";
import type { SessionRecord } from "./session-record.server";
import {
  credentialsOf,
  usableSession,
  type UsableSession,
} from "./usable-session.server";
import {
  findSession,
  sessionStore,
  sessionMarkOf,
} from "./session-storage.server";
import { findUnreadAlerts } from "./unread-alerts.server";

type Shape = z.ZodTypeAny;

type OwnDownload = Pick<
  DownloadContext,
  "token" | "own" | "requestId" | "clientAddress" | "ended"
>;

/** More than a session ever has. A forgotten one would only show again. */
const MAX_DISMISSED = 20;

/** Nothing in `user` is secret. */
export type SignedIn = ReturnType<typeof signedInAs>;

/**
 * Remembers the path and throws the redirect to login if there is no user. `form` is what the action has read; it is
 * kept.
 */
export async function requireUser(
  request: Request,
  form?: FormData,
): Promise<SignedIn> {
  const session = await findSession(request);
  const usable = session && (await usableSession(session, request));
  if (!usable) throw await loginRedirect(request, session, form);
  const { pathname } = new URL(request.url);
  if (usable.own?.needsOwnPassword && !isPasswordPage(pathname)) {
    throw redirect(paths.changePassword);
  }
  return signedInAs(await inUse(usable), request, form);
}

/** The router ignores case and one slash at the end, too. */
function isPasswordPage(pathname: string): boolean {
  return pathname.toLowerCase().replace(/\/$/, "") === paths.changePassword;
}

/** Like {@link requireUser}, but null if nobody is signed in. */
export async function findUser(request: Request): Promise<SignedIn | null> {
  const session = await findSession(request);
  if (!session) return null;
  const usable = await usableSession(session, request);
  if (!usable) {
    await sessionStore.destroy(session.id);
    return null;
  }
  return signedInAs(await inUse(usable), request);
}

async function inUse(session: UsableSession): Promise<UsableSession> {
  return { ...session, usedAt: await sessionStore.touch(session) };
}

function asJudged(record: SessionRecord, own: OwnSession): SessionRecord {
  const { accessLevel, accessLevelIds, isnpOnly } = own.viewer;
  const viewer = { accessLevel, accessLevelIds: [...accessLevelIds], isnpOnly };
  const { lastUpdated } = own;
  return { ...record, lastUpdated, user: { ...record.user, viewer } };
}

function signedInAs(session: UsableSession, request: Request, form?: FormData) {
  const { id, usedAt, own, trouble } = session;
  let record = own ? asJudged(session.record, own) : session.record;
  const { organisation } = record;
  const isWithoutPassword = organisation?.isWithoutPassword === true;
  const requestId = requestIdOf(request);
  const clientAddress = clientAddressOf(request);
  const identity = () => ({
    ...credentialsOf(record, own),
    ...{ requestId, clientAddress },
  });
  // '/' that leads on to a landing page shows nothing itself: its texts are for the page after it.
  const isPassedThrough =
    new URL(request.url).pathname === paths.home &&
    landingPathFor(record.user.viewer) !== null;
  const notices = flashNotices(id, record.notices, request.url);

  const organizationOf = () => organizationKey(id, record.user.viewer);

  async function leaveIfEnded(outcome: Outcome<unknown> | DownloadOutcome) {
    if (outcome.kind === "failure" && outcome.status === 401) {
      throw await loginRedirect(request, { id, record, usedAt }, form);
    }
  }

  const boundCall: Call = async (target, input, options) => {
    if (trouble) return trouble;
    const carrying = record;
    const outcome = await call(target, input, { ...options, ...identity() });
    await leaveIfEnded(outcome);
    if (outcome.kind === "data" && "token" in record && "token" in carrying) {
      const sent = carrying.token;
      record =
        (await keepNews(sessionStore, { id, record, sent }, outcome.answer)) ??
        record;
    }
    return outcome;
  };

  const boundAsk: Ask = async (service, input, options) => {
    if (trouble) return trouble;
    const outcome = await ask(service, input, { ...options, ...identity() });
    await leaveIfEnded(outcome);
    return outcome;
  };

  async function withinLimit(
    make: (own: OwnDownload) => Promise<DownloadOutcome>,
  ): Promise<DownloadOutcome> {
    const ended = downloadLimit.tryAcquire(id);
    if (!ended) return ENOUGH_DOWNLOADS;
    if (trouble) {
      ended();
      return trouble;
    }
    const outcome = await make({ ...identity(), ended });
    await leaveIfEnded(outcome);
    return outcome;
  }

  return {
    user: record.user,
    /** Makes a call with the session's token. A 401 ends the session and throws the redirect to login; a renewed token is stored. */
    call: boundCall,
    /** Asks the data server in this process for the portal's own data, like `call`. */
    ask: boundAsk,
    /** Like `call`, for files. Limited to a few at a time (429). */
    download: <P extends Shape, Q extends Shape>(
      target: Endpoint<P, Q, Shape, Shape>,
      input: Pick<CallInput<P, Q, Shape>, "params" | "query">,
      options: Pick<DownloadContext, "contentType" | "signal">,
    ) => withinLimit((own) => download(target, input, { ...options, ...own })),
    downloadOf: <Input extends Shape>(
      service: Service<Input, never>,
      input: z.input<Input>,
      options: Pick<DownloadContext, "contentType" | "signal">,
    ) =>
      withinLimit((own) => downloadOf(service, input, { ...options, ...own })),
    /** Like `download`, for the file at a `report_url` of the host. */
    downloadReport: (
      reportUrl: string,
      options: Pick<DownloadContext, "signal">,
    ) =>
      withinLimit((own) => downloadReport(reportUrl, { ...options, ...own })),
    /** The locations the user may open. Throws the error page if they cannot be loaded, so that no guard passes without them. */
    organization: async () =>
      organizationIn(await loadOrganization(organizationOf(), boundCall)),
    /** Like `organization`, for pages that can do without: does not ask a host again right after a failure. */
    findOrganization: () => findOrganization(organizationOf(), boundCall),
    /** Like `findOrganization`, but null instead of waiting. */
    organizationAtHand: () => organizationAtHand(organizationOf(), boundCall),
    /** Null for other levels and on failure. */
    unreadAlerts: async () =>
      record.user.viewer.accessLevel === "physician"
        ? findUnreadAlerts(id, record.user.id, boundCall)
        : null,
    placeCounts: (place: CountedPlace | null) =>
      findPlaceCounts(id, place, boundAsk),
    /** Null if not available in time. */
    changeCount: (place: PlaceAboveFacilities | null) =>
      findChangeCount(id, place, boundAsk),
    /** Null on failure. */
    noticesDue: (facilityId: number) =>
      findNoticesDue(id, facilityId, boundAsk),
    /** Call it after a change of reviews or notices. */
    forgetPlaceCounts: () => forgetAnswers(id),
    alerts: {
      dismissed: record.dismissed ?? [],
      async dismiss(key: string): Promise<void> {
        await sessionStore.update(id, (newest) => ({
          ...newest,
          dismissed: [...(newest.dismissed ?? []), key].slice(-MAX_DISMISSED),
        }));
      },
    },
    notices: isPassedThrough ? { ...notices, take: async () => [] } : notices,
    /**
     * The entries left unsent on this page when the last session ended, once; null if none. `isFor` picks the shown
     * form.
     */
    takeKeptForm: (isFor?: (form: FormData) => boolean) =>
      takeKeptForm(request, { id, record, usedAt }, isFor),
    isOfOrganisation: organisation !== undefined,
    /** Passwords are for emergency accounts alone, or the user has none. */
    isPasswordClosed:
      organisation !== undefined &&
      (settings.OIDC_ONLY === "1" || isWithoutPassword),
    /** The user has no password: groups made them. */
    isWithoutPassword,
    /** Nothing is open to the user but the change of a password that somebody else has set (R536). */
    needsOwnPassword: own?.needsOwnPassword === true,
    csrfToken: csrfTokenOf(id),
    /** Identifies this session in the browser. Not a secret. */
    mark: sessionMarkOf(id),
    /** When the session ends if nothing more is asked of it, milliseconds since 1970. */
    endsAt: sessionEnd({ usedAt, signedInAt: record.signedInAt }),
    /** When the data were last imported, as far as this session has seen, New York time. */
    lastUpdated: record.lastUpdated,
  };
}
