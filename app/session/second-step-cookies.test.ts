import { beforeEach, expect, it, vi } from "vitest";
import {
  challengeCookie,
  hasTakenTooLong,
  requireChallenge,
} from "./challenge-cookie.server";
import {
  codesCookie,
  endedCodesCookie,
  shownCodes,
} from "./shown-codes.server";
import { linkCodeCookie, shownLinkCode } from "./shown-codes.server";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

function later(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
}

/** A request of a browser that was told so, and keeps it whatever its own clock says. */
function requestWith(header: string): Request {
  const cookie = header.split(";")[0] ?? "";
  return new Request("http://portal.test/", { headers: { cookie } });
}

const HELD = { challenge: "c", wanted: "code", username: "dana" } as const;

it("a challenge is over after half an hour, and the login page says so for ten minutes from when it is told", async () => {
  const request = requestWith(await challengeCookie(HELD));
  later(29);
  expect(await requireChallenge(request, "code")).toMatchObject(HELD);
  expect(await hasTakenTooLong(request)).toBe(false);
  later(120);
  expect(await hasTakenTooLong(request)).toBe(false);
  const left: unknown = await requireChallenge(request, "code").catch(
    (thrown: unknown) => thrown,
  );
  if (!(left instanceof Response)) throw new Error("not led away");
  expect(left.headers.get("location")).toBe("/login");
  const told = requestWith(left.headers.get("set-cookie") ?? "");
  expect(await hasTakenTooLong(told)).toBe(true);
  later(9);
  expect(await hasTakenTooLong(told)).toBe(true);
  later(1);
  expect(await hasTakenTooLong(told)).toBe(false);
});

it("recovery codes are shown to their user for ten minutes, however often they are asked for", async () => {
  const shown = { userId: "7", codes: ["a", "b"], goOn: "//elsewhere.test" };
  const request = requestWith(await codesCookie(shown));
  later(9);
  const once = await shownCodes(request, "7");
  expect(once).toMatchObject({ codes: ["a", "b"], goOn: null });
  expect(await shownCodes(request, "7")).toEqual(once);
  expect(await shownCodes(request, "8")).toBeNull();
  later(1);
  expect(await shownCodes(request, "7")).toBeNull();
  expect(
    await shownCodes(requestWith(await endedCodesCookie()), "7"),
  ).toBeNull();
});

it("a link code is shown for ten minutes to the session that made it, while it is the one that is good", async () => {
  const session = { csrfToken: "one" };
  const about = { userId: 7, goodUntil: "2026-01-02T00:00:00Z" };
  const request = requestWith(
    await linkCodeCookie(session, { ...about, code: "a code" }),
  );
  later(9);
  expect(await shownLinkCode(request, session, about)).toBe("a code");
  const other = { csrfToken: "other" };
  expect(await shownLinkCode(request, other, about)).toBeNull();
  for (const one of [{ userId: 8 }, { goodUntil: "2026-01-03T00:00:00Z" }]) {
    const found = await shownLinkCode(request, session, { ...about, ...one });
    expect(found).toBeNull();
  }
  later(1);
  expect(await shownLinkCode(request, session, about)).toBeNull();
});
