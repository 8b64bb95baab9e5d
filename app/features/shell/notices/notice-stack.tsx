import { giveRoomBack } from "./client-notices";
import { useEffect, useState, type MouseEvent } from "react";
import { LinkButton } from "~/ui/button";
import { NoticeBox, type NoticeLine, type NoticeTone } from "~/ui/notice";
import { useHydrated } from "~/rendering/hydration";
import { DismissButton } from "../alerts/dismiss-button";
import type { ShellNotice } from "../shell-data";
import { leaveFocusTo } from "./leave-focus-to";
import { leavesByItself } from "./use-notices";

import {
  keepNoticeRoom,
  showNoticesInPage,
  useNoticeRoom,
} from "./use-notice-room";

const HIDE_AFTER_MS = 10_000;

/** Those of one kind share a box, in this order. */
const TONES: readonly NoticeTone[] = ["error", "warning", "success", "info"];

export interface NoticeStackProps {
  id: string;
  notices: readonly ShellNotice[];
  onDismiss: (notice: ShellNotice) => void;
}

/**
 * Notices one over the other. Errors, warnings and what has a button stay until dismissed or until the next page; the rest
 * leaves by itself, but not under the pointer or the focus.
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

/** It came with the page: scripts tell theirs of a page that is in use, and alerts are no answer to anything. */
function isAnswer(notice: ShellNotice): boolean {
  return !notice.alert && !("pathname" in notice);
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
    // A new function on each render must not start the time anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
