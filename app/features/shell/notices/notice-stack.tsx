import { type MouseEvent, useEffect, useState } from "react";
import { DismissButton } from "../alerts/dismiss-button";
import type { ShellNotice } from "./client-notices";
import { useHydrated } from "~/rendering/hydration";
import { LinkButton } from "~/ui/button";
import { NoticeBox, type NoticeLine, type NoticeTone } from "~/ui/notice";
import { giveRoomBack } from "./client-notices";
import { leavesByItself } from "./use-notices";

const ROOM = "--notices";

/** Notices that come over the text move it by the difference. */
let knownHeight = 0;

function findArea(): HTMLElement | null {
  return document.getElementById("notices");
}

function isInPage(area: HTMLElement): boolean {
  return getComputedStyle(area).position !== "fixed";
}

/**
 * Focused elements scroll clear of floating notices, and the page ends that much later. Browsers except Safari keep
 * the scroll position themselves.
 */
function useNoticeRoom(): void {
  useEffect(() => {
    const area = findArea();
    if (!area) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(ROOM, `${area.offsetHeight}px`);
      const grown = area.offsetHeight - knownHeight;
      knownHeight += grown;
      const keepsPlace = CSS.supports("overflow-anchor", "auto");
      if (!keepsPlace && isInPage(area) && isScrolledPast(area)) {
        scrollBy(0, grown);
      }
    });
    observer.observe(area);
    return () => {
      observer.disconnect();
      style.removeProperty(ROOM);
      knownHeight = area.offsetHeight;
    };
  }, []);
}

function isScrolledPast(area: HTMLElement): boolean {
  return area.getBoundingClientRect().top < 0;
}

/** The finger may be on its way to what would move up. The next page, or a press on a notice, takes the room back. */
function keepNoticeRoom(): void {
  const area = findArea();
  if (area && isInPage(area)) area.style.minHeight = `${area.offsetHeight}px`;
}

/** The answer to what was just sent is there. */
function showNoticesInPage(): void {
  const area = findArea();
  if (area && isInPage(area) && isScrolledPast(area)) area.scrollIntoView();
}

/** Moves a keyboard's focus to the next notice's button, else to main, where it keeps no notice from leaving. */
function leaveFocusTo(event: MouseEvent<HTMLElement>): void {
  const button = event.currentTarget;
  if (document.activeElement !== button) return;
  const isKeyboard = event.detail === 0;
  const buttons = [
    ...document.querySelectorAll<HTMLElement>("#notices [data-dismiss]"),
  ];
  const at = buttons.indexOf(button);
  const next = isKeyboard ? (buttons[at + 1] ?? buttons[at - 1]) : undefined;
  const main = document.querySelector<HTMLElement>("main");
  (next ?? main)?.focus({ preventScroll: true });
}

const HIDE_AFTER_MS = 10_000;

const TONES: readonly NoticeTone[] = ["error", "warning", "success", "info"];

export interface NoticeStackProps {
  id: string;
  notices: readonly ShellNotice[];
  onDismiss: (notice: ShellNotice) => void;
}

/**
 * Errors, warnings and notices with a button stay until dismissed or the next page; others leave, but not under the
 * pointer or focus.
 */
export function NoticeStack({ id, notices, onDismiss }: NoticeStackProps) {
  const isHydrated = useHydrated();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  useNoticeRoom();
  const answers = notices.filter(isAnswer).map(({ text }) => text);
  const answered = answers.join(" ");
  useEffect(() => {
    if (answered !== "") showNoticesInPage();
  }, [answered]);

  function lineOf(notice: ShellNotice): NoticeLine & { key: string } {
    const { text, alert } = notice;
    const dismiss = (event: MouseEvent<HTMLButtonElement>) => {
      leaveFocusTo(event);
      giveRoomBack();
      onDismiss(notice);
    };
    if (!alert) {
      return { key: text, text, onDismiss: isHydrated ? dismiss : undefined };
    }
    return { key: text, text, actions: actionsOf(alert, dismiss) };
  }

  return (
    // Nothing happens by these but waiting; the buttons inside are the controls.
    <div
      id={id}
      onMouseEnter={() => setPointer(true)}
      onMouseLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {TONES.map((tone) => {
        const lines = notices.filter((notice) => notice.tone === tone);
        return lines.length === 0 ? null : (
          <NoticeBox key={tone} tone={tone} lines={lines.map(lineOf)} />
        );
      })}
      {hasPointer || hasFocus
        ? null
        : notices.filter(leavesByItself).map((notice) => (
            <Timer
              key={notice.text}
              onEnd={() => {
                keepNoticeRoom();
                onDismiss(notice);
              }}
            />
          ))}
    </div>
  );
}

/** True for notices to be brought into view: the answers of forms, unless the place that was changed shows them too. */
function isAnswer(notice: ShellNotice): boolean {
  return !notice.alert && !("pathname" in notice) && notice.tone !== "info";
}

function actionsOf(
  { key, link }: NonNullable<ShellNotice["alert"]>,
  onDismiss: (event: MouseEvent<HTMLButtonElement>) => void,
) {
  return (
    <div className="-ml-2 flex flex-wrap gap-2">
      {link ? (
        <LinkButton to={link.href} variant="quiet">
          {link.text}
        </LinkButton>
      ) : null}
      <DismissButton
        alertKey={key}
        onDismiss={onDismiss}
        className="min-h-6 rounded px-2 font-medium text-accent underline-offset-2 hover:underline touch:min-h-10"
      >
        Dismiss
      </DismissButton>
    </div>
  );
}

function Timer({ onEnd }: { onEnd: () => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onEnd(), HIDE_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
    // A new function on each render must not start the time again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
