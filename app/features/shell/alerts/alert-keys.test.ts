import { expect, test } from "vitest";
import {
  dismissedUnread,
  isAlertKey,
  ORGANIZATION_KEY,
  unreadKey,
} from "./dismiss-alert.server";

test.each([
  "freshness:warning:2026-11-20 18:05:00",
  "freshness:error:2026-11-20 18:05:00",
  unreadKey(1),
  unreadKey(120),
  ORGANIZATION_KEY,
])("%s is the key of an alert", (key) => {
  expect(isAlertKey(key)).toBe(true);
});

test.each([
  "",
  "unread:",
  "unread:-1",
  "unread:1234567890",
  "unread:1\n",
  "freshness:loud:2026-11-20 18:05:00",
  "freshness:error:",
  " unread:1",
])("%j is none", (key) => {
  expect(isAlertKey(key)).toBe(false);
});

test("the number of notes that was put away last counts", () => {
  const bar = "freshness:error:2026-11-20 18:05:00";
  expect(dismissedUnread([])).toBe(0);
  expect(dismissedUnread([bar])).toBe(0);
  expect(dismissedUnread([unreadKey(5), bar, unreadKey(2), bar])).toBe(2);
});
