import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
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

it("a challenge for another step is none, and says nothing", async () => {
  const request = requestWith(await challengeCookie(HELD));
  const left: unknown = await requireChallenge(request, "set_up").catch(
    (thrown: unknown) => thrown,
  );
  if (!(left instanceof Response)) throw new Error("not led away");
  expect(left.headers.get("location")).toBe("/login");
  expect(left.headers.has("set-cookie")).toBe(false);
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
