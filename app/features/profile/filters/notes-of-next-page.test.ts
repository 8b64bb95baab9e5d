import { expect, test } from "vitest";
import { keepNotes, takeNotes } from "./notes-of-next-page.server";

const PAGE = "/company-overview?startDate=2026-01-01&endDate=2026-02-01";

test("notes show once, on the page that they are for", () => {
  keepNotes("a session", PAGE, ["From Date was put right."]);
  expect(takeNotes("a session", "/company-overview")).toEqual([]);
  expect(takeNotes("a session", PAGE)).toEqual(["From Date was put right."]);
  expect(takeNotes("a session", PAGE)).toEqual([]);
});

test("nobody else sees them", () => {
  keepNotes("a session", PAGE, ["From Date was put right."]);
  expect(takeNotes("another session", PAGE)).toEqual([]);
});
