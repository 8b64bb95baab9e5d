import type { SessionTokens } from "~/contract/auth";
import type { EmergencyEntry } from "~/contract/wire";
import { momentText } from "~/features/audit/rules/words";

/** How many days the list of users shows a use. */
export const EMERGENCY_SHOWN_DAYS = 30;

const NAMED = 3;

export function emergencyNotices(
  news: SessionTokens["emergency"],
): { tone: "warning"; text: string }[] {
  if (!news) return [];
  const { entered, entries } = news;
  const texts = [
    ...(entered
      ? [
          "You logged in with an emergency account. This is recorded in the audit trail, and account managers are notified.",
        ]
      : []),
    ...(entries.length > 0
      ? [
          `Emergency logins since your last login: ${emergencyEntriesText(entries)}. See the audit trail.`,
        ]
      : []),
  ];
  return texts.map((text) => ({ tone: "warning", text }));
}

/** 'safe on 11/27/2026, 07:12 PM ET; spare 3 times, last on …; and 2 other accounts'. */
export function emergencyEntriesText(
  entries: readonly EmergencyEntry[],
): string {
  const more = entries.length - NAMED;
  return [
    ...entries.slice(0, NAMED).map(entryText),
    ...(more > 0
      ? [more === 1 ? "and 1 other account" : `and ${more} other accounts`]
      : []),
  ].join("; ");
}

function entryText({ username, at, times }: EmergencyEntry): string {
  const often = times === 1 ? "" : ` ${times} times, last`;
  return `${username}${often} on ${momentText(at)}`;
}
