import { useLocation } from "@remix-run/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ShellNotice } from "./client-notices";
import { clientNotices, dropNotices, giveRoomBack } from "./client-notices";

/** At most so many at once; more wait until one goes (R152). */
const MAX_NOTICES = 3;

export interface NoticeSources {
  /** Shown once, with the page they came with. A new array counts as new notices. */
  flash: readonly ShellNotice[];
  /** Shown as long as the page's data contain them; alerts first. */
  lasting: readonly ShellNotice[];
}

interface NoticeState {
  pathname: string;
  flash: readonly ShellNotice[];
  kept: readonly ShellNotice[];
  dismissed: readonly ShellNotice[];
}

/** Survives the change between an error page and a page. */
const stateBefore = new WeakMap<readonly ShellNotice[], NoticeState>();

/** Notices stay while only the query changes. */
export function useNotices({ flash, lasting }: NoticeSources): {
  shown: ShellNotice[];
  dismiss: (notice: ShellNotice) => void;
} {
  const { pathname } = useLocation();
  const ofScripts = useSyncExternalStore(
    clientNotices.subscribe,
    clientNotices.current,
    clientNotices.none,
  );
  const [state, setState] = useState<NoticeState>(
    () =>
      stateBefore.get(flash) ?? { pathname, flash, kept: flash, dismissed: [] },
  );
  const now = onPage(state, { pathname, flash, lasting });
  if (now !== state) setState(now);
  useEffect(() => void stateBefore.set(flash, now), [flash, now]);
  useEffect(() => {
    giveRoomBack();
    dropNotices((one) => one.pathname !== pathname);
  }, [pathname]);

  const all = [
    ...lasting.filter(({ alert }) => alert),
    ...now.kept,
    ...lasting.filter(({ alert }) => !alert),
  ].filter(
    (notice) =>
      !now.dismissed.some((one) => isSame(one, notice)) &&
      !leadsTo(notice, pathname),
  );
  const here = ofScripts.filter((notice) => notice.pathname === pathname);
  return {
    shown: withoutDuplicates([...all, ...here]).slice(0, MAX_NOTICES),
    dismiss(notice) {
      dropNotices((one) => isSame(one, notice));
      setState((before) => ({
        ...before,
        kept: before.kept.filter((one) => !isSame(one, notice)),
        dismissed: lasting.some((one) => isSame(one, notice))
          ? [...before.dismissed, notice]
          : before.dismissed,
      }));
    },
  };
}

function onPage(
  state: NoticeState,
  { pathname, flash, lasting }: NoticeSources & { pathname: string },
): NoticeState {
  const isSamePage = state.pathname === pathname;
  const isNewFlash = state.flash !== flash;
  // A notice that comes back shows again. Alerts do not: the server may not know yet that they were dismissed.
  const dismissed = state.dismissed.filter(
    (one) =>
      (isSamePage || one.alert) && lasting.some((other) => isSame(one, other)),
  );
  const isUnchanged =
    isSamePage && !isNewFlash && dismissed.length === state.dismissed.length;
  if (isUnchanged) return state;
  const kept = isSamePage ? state.kept : [];
  return {
    pathname,
    flash,
    kept: isNewFlash ? withNewer(kept, flash) : kept,
    dismissed,
  };
}

/** Success and information do; an alert stays whatever its tone is. */
export function leavesByItself({ tone, alert }: ShellNotice): boolean {
  return !alert && (tone === "success" || tone === "info");
}

/** The newest notice replaces older ones, so that it never waits. */
function withNewer(
  kept: readonly ShellNotice[],
  newer: readonly ShellNotice[],
): readonly ShellNotice[] {
  const stays = (one: ShellNotice) =>
    newer.length === 0 || !leavesByItself(one);
  return [...kept.filter(stays), ...newer];
}

function leadsTo({ alert }: ShellNotice, pathname: string): boolean {
  const href = alert?.link?.href;
  return href !== undefined && pageOf(href) === pageOf(pathname);
}

/** With its last slash, and without a query. */
function pageOf(href: string): string {
  return href.replace(/\/?(\?.*)?$/, "/");
}

function isSame(one: ShellNotice, other: ShellNotice): boolean {
  return one.tone === other.tone && one.text === other.text;
}

function withoutDuplicates(notices: readonly ShellNotice[]): ShellNotice[] {
  return notices.filter(
    (one, at) => notices.findIndex((other) => isSame(one, other)) === at,
  );
}
