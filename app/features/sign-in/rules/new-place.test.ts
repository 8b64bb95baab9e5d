import { expect, it } from "vitest";
import { newPlaceNotices } from "./new-place";

it("says when and from where the last login was, in the time of New York", () => {
  const last = { at: "2026-11-25T20:12:10.000Z", address: "192.0.2.7" };
  expect(newPlaceNotices(last, false)).toEqual([
    {
      tone: "info",
      text: "Your last login was from a new address: on 11/25/2026, 03:12 PM ET, from 192.0.2.7. If that was not you, change your password in your account menu, and tell the person who gave you your account.",
    },
  ]);
});

it("names no password to who has no use for one", () => {
  const last = { at: "2026-11-25T20:12:10.000Z", address: "192.0.2.7" };
  const [notice] = newPlaceNotices(last, true);
  expect(notice?.text).toMatch(
    /from 192\.0\.2\.7\. If that was not you, tell the person who gave you your account\.$/,
  );
});

it("says nothing where the place is known", () => {
  expect(newPlaceNotices(undefined, false)).toEqual([]);
});
