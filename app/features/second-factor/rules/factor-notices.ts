import type { SessionTokens } from "~/contract/auth";
import { usDayOf, type IsoDay } from "~/domain/calendar";

export function factorNotices(
  news: SessionTokens["second_factor"],
): { tone: "info" | "warning"; text: string }[] {
  if (!news) return [];
  const { required_from: from, recovery_codes_left: left } = news;
  return [
    ...(from === null
      ? []
      : [{ tone: "warning" as const, text: requiredSoon(from) }]),
    ...(left === undefined
      ? []
      : [{ tone: "info" as const, text: usedRecoveryCode(left) }]),
  ];
}

export function requiredSoon(from: IsoDay): string {
  return `From ${usDayOf(from)} on you need a second factor to log in. Set it up in your account menu, under 'Your login'.`;
}

function usedRecoveryCode(left: number): string {
  return left === 0
    ? "That was your last recovery code. Make new ones with your app in your account menu, under 'Your login'. If your app is lost, ask an account manager to reset your second factor before you log out. Without that or a passkey, you cannot log in again."
    : `You logged in with a recovery code. ${recoveryCodesLeft(left)} If your app is lost, set it up again in your account menu, under 'Your login'. You need your password and another recovery code.`;
}

export function recoveryCodesLeft(left: number): string {
  if (left === 0) return "You have no recovery codes left.";
  return left === 1
    ? "You have 1 recovery code left."
    : `You have ${left} recovery codes left.`;
}
