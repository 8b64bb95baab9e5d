import { auditTimeText } from "../audit/audit-event-words";

/** What the first page after a sign-in from a new place says of the sign-in before it (R426). */
export function newPlaceNotices(
  last: { at: string; address: string } | undefined,
): { tone: "info"; text: string }[] {
  if (!last) return [];
  const { day, time } = auditTimeText(last.at);
  return [
    {
      tone: "info",
      text: `You have not logged in from this place lately. Your last login was on ${day}, ${time}, from ${last.address}. If that was not you, change your password in your account menu.`,
    },
  ];
}
