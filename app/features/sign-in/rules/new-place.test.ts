import { expect, it } from "vitest";
import { newPlaceNotices } from "./new-place";

it("names no password to who has no use for one", () => {
  const last = { at: "2026-11-25T20:12:10.000Z", address: "192.0.2.7" };
  const [notice] = newPlaceNotices(last, true);
  expect(notice?.text).toMatch(
    /from 192\.0\.2\.7\. If that was not you, tell the person who gave you your account\.$/,
  );
});
