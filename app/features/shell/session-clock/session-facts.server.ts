import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import {
  remainingMs,
  TIMEOUT_TEST_PARAMETER,
} from "~/features/sign-in/rules/session-clock";
import { paths } from "~/paths";
import { leftOpenPath } from "~/session-paths";
import type { SignedIn } from "~/session/require-user.server";
import type { SessionFacts } from "../shell-data";

export function sessionFacts(
  request: Request,
  { mark, endsAt }: SignedIn,
  now: number,
): SessionFacts {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  const isTimeoutTest = url.searchParams.has(TIMEOUT_TEST_PARAMETER);
  const leavesInMs = remainingMs(endsAt, now, isTimeoutTest);
  return {
    mark,
    remainingMs: remainingMs(endsAt, now),
    leavesInMs,
    leavesAtText: clockTime(new Date(now + leavesInMs)),
    // An address that login does not lead back to may be too long for another one.
    leftOpenHref: leftOpenPath(
      safeRedirectTarget(url.pathname + url.search) ?? paths.home,
    ),
  };
}

/** 'hh:mm a' in New York. */
export function clockTime(instant: Date): string {
  return newYorkTimeAndDate(newYorkSqlDatetime(instant))?.time ?? "";
}
