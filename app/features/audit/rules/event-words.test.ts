import { expect, it } from "vitest";
import { auditActionText, auditTimeText, nobodyText } from "./event-words";

it("calls an action by its words, and one of a newer host as it is", () => {
  expect(auditActionText("view_patients")).toBe("Viewed patients");
  expect(auditActionText("merge_users")).toBe("merge_users");
  expect(auditActionText("constructor")).toBe("constructor");
});

it.each([
  ["sign_in_failed", "192.0.2.1", "Not logged in"],
  ["sign_in_failed", null, "Not logged in"],
  ["change_user", "192.0.2.1", "Not logged in"],
  ["change_user", null, "Command on the server"],
])(
  "says who did %s from %s where it was no user: %s",
  (action, address, text) => {
    expect(nobodyText({ action, address })).toBe(text);
  },
);

it.each([
  ["2026-03-04T05:00:00.000Z", "03/04/2026", "12:00 AM ET"],
  ["2026-03-04T04:59:59.999Z", "03/03/2026", "11:59 PM ET"],
  ["2026-07-04T16:00:01.000Z", "07/04/2026", "12:00 PM ET"],
  ["2026-07-04T15:59:59.000Z", "07/04/2026", "11:59 AM ET"],
])("writes %s in New York as %s %s", (at, day, time) => {
  expect(auditTimeText(at)).toEqual({ day, time });
});
