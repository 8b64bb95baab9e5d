import {
  useMatches,
  useRouteLoaderData,
  isRouteErrorResponse,
} from "@remix-run/react";
import { useArrivals } from "~/rendering/deferred-data";
import { useEffect } from "react";
import type { Freshness } from "~/domain/freshness";
import type { Nav, NavLink } from "~/ui/nav";

export interface ShellNotice {
  tone: "success" | "info" | "warning" | "error";
  text: string;
  /** Shown on each page until dismissed by `key`; `link` leads to the page that deals with it. */
  alert?: { key: string; link?: { href: string; text: string } };
}

export interface ShellData {
  siteName: string;
  dataProvider: string;
  user: { name: string; initials: string } | null;
  reports: {
    /** Notes that a physician has not read; null for other levels, and where the number could not be had. */
    unread: number | null;
  } | null;
  accountLinks: { href: string; text: string }[];
  places: NavLink[];
  dataQuality: NavLink | null;
  /** The tabs of a page that is about no place; null where nobody is signed in. */
  nav: Nav | null;
  /** Value of the hidden field of forms; null where nobody is signed in. */
  csrfToken: string | null;
  session: SessionFacts | null;
  /** Flash notices, shown once on the page after the action. */
  notices: ShellNotice[];
  standing: ShellNotice[];
  /** The age of the data that this session has seen; null if it has seen none. */
  freshness: Freshness | null;
  /** False where the browser asked to save data: the page then ships no script. */
  offersScripts: boolean;
  hasOwnSheet?: boolean;
  /** The document answers a form that was not accepted. */
  isRejectedForm?: boolean;
}

export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>("root");
}

/** What pages have said since the root was read, which may be some pages ago. */
const seenSince = new WeakMap<ShellData, Freshness>();

/** What the routes of the page have loaded, the outermost first. */
function usePageData(): unknown[] {
  const newest = useArrivals();
  return useMatches()
    .filter(({ id }) => id !== "root")
    .map(({ data }) => newest(data));
}

/**
 * A loader that read data returns it as `freshness`; other pages show the last one. The root read the session's
 * earlier.
 */
export function useFreshness(): Freshness | null {
  const shell = useShellData();
  const found = usePageData()
    .map((data) => (hasField(data, "freshness") ? data.freshness : null))
    .reverse()
    .find((freshness) => hasField(freshness, "accurate")) as
    | Freshness
    | undefined;
  useEffect(() => {
    if (shell && found) seenSince.set(shell, found);
  }, [shell, found]);
  if (found || !shell) return found ?? null;
  return seenSince.get(shell) ?? shell.freshness;
}

export function usePageNotices(): ShellNotice[] {
  return usePageData().flatMap((data) =>
    hasField(data, "notices") && isNoticeList(data.notices) ? data.notices : [],
  );
}

/** The tabs of the page's place; where it is about none, the user's own. */
export function useNav(): Nav | null {
  const shell = useShellData();
  const found = usePageData()
    .reverse()
    .find((data) => hasField(data, "nav")) as { nav: Nav } | undefined;
  return found?.nav ?? shell?.nav ?? null;
}

function hasField<Name extends string>(
  data: unknown,
  name: Name,
): data is Record<Name, unknown> {
  return typeof data === "object" && data !== null && name in data;
}

function isNoticeList(list: unknown): list is ShellNotice[] {
  return (
    Array.isArray(list) &&
    list.every((notice) => hasField(notice, "text") && hasField(notice, "tone"))
  );
}

/** Nothing in it opens anything. */
export interface SessionFacts {
  mark: string;
  /** What was left of the session when the page was made. A browser's own clock may be wrong by hours. */
  remainingMs: number;
  /** A page without scripts then leaves by itself; `timemeoutnow` makes it sooner. */
  leavesInMs: number;
  leavesAtText: string;
  leftOpenHref: string;
}

export const MAIN_ID = "main";

interface ErrorFacts {
  status: number;
  /** Words that were meant for the user; a program's own words never are. */
  serverMessage?: string;
}

/** Anything but a Response is a fault of ours: 500, without its words. */
export function errorFactsOf(thrown: unknown): ErrorFacts {
  if (!isRouteErrorResponse(thrown)) return { status: 500 };
  const serverMessage = messageIn(thrown.data);
  return serverMessage === undefined
    ? { status: thrown.status }
    : { status: thrown.status, serverMessage };
}

function messageIn(data: unknown): string | undefined {
  // A bare text is the framework's ('Error: No route matches …'); ours come as an object.
  if (typeof data !== "object" || data === null || !("message" in data)) {
    return undefined;
  }
  const { message } = data;
  return typeof message === "string" && message.trim() !== ""
    ? message
    : undefined;
}
