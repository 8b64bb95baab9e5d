import { momentText } from "~/features/audit/rules/words";

/**
 * Empty unless one of the last two sign-ins was from a new place (R426). `isPasswordClosed`: the user has no usable
 * password.
 */
export function newPlaceNotices(
  last: { at: string; address: string } | undefined,
  isPasswordClosed: boolean,
): { tone: "info"; text: string }[] {
  if (!last) return [];
  const todo = isPasswordClosed
    ? "tell"
    : "change your password in your account menu, and tell";
  return [
    {
      tone: "info",
      text: `Your last login was from a new address: on ${momentText(last.at)}, from ${last.address}. If that was not you, ${todo} the person who gave you your account.`,
    },
  ];
}
