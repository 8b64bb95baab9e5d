import {
  useMatches,
  useRouteLoaderData,
  isRouteErrorResponse,
} from "@remix-run/react";
import { useArrivals } from "~/rendering/deferred-data";
import { useEffect } from "react";
import type { SerializeFrom } from "@remix-run/node";
import type { Freshness } from "~/domain/freshness";
import type { Nav } from "~/ui/nav";
import type { ShellNotice } from "./notices/client-notices";
import type { shellData } from "./shell-data.server";

export type ShellData = SerializeFrom<typeof shellData>;

export type SessionFacts = NonNullable<ShellData["session"]>;

export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<typeof shellData>("root");
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
