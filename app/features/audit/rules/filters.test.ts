import { describe, expect, it } from "vitest";
import { readAuditPage } from "./filters";

const TODAY = "2026-03-10";
const DEFAULT = { startDate: "2026-03-04", endDate: TODAY };

function read(query: string) {
  return readAuditPage(new URLSearchParams(query), TODAY);
}

describe("the filters of the audit trail", () => {
  it("are the last seven days where the query says nothing", () => {
    const nothing = {
      filters: { ...DEFAULT, user: null, action: null, resident: null },
      before: null,
      notes: [],
      unknownResident: null,
    };
    expect(read("")).toEqual(nothing);
    expect(read("user=&action=&resident=")).toEqual(nothing);
  });

  it("are what the query says", () => {
    expect(
      read(
        "user=+Ada&action=change_user&resident=+-12+&startDate=2020-01-01&endDate=2026-03-09&before=17",
      ),
    ).toEqual({
      filters: {
        startDate: "2020-01-01",
        endDate: "2026-03-09",
        user: "Ada",
        action: "change_user",
        resident: -12,
      },
      before: 17,
      notes: [],
      unknownResident: null,
    });
  });

  it("are seven days to a To Date that comes alone, and from a From Date to today", () => {
    expect(read("endDate=2026-02-28").filters).toMatchObject({
      startDate: "2026-02-22",
      endDate: "2026-02-28",
    });
    expect(read("startDate=2026-02-28").filters).toMatchObject({
      startDate: "2026-02-28",
      endDate: TODAY,
    });
    expect(read(`startDate=${TODAY}&endDate=${TODAY}`).filters).toMatchObject({
      startDate: TODAY,
      endDate: TODAY,
    });
  });

  it.each([
    [
      "startDate=2026-02-30",
      "From Date was not a date, so it was set to 03/04/2026.",
    ],
    ["endDate=soon", "To Date was not a date, so it was set to 03/10/2026."],
    [
      "endDate=2026-03-11",
      "To Date was in the future, so it was set to 03/10/2026.",
    ],
    [
      "startDate=2026-03-09&endDate=2026-03-08",
      "From Date was after To Date, so it was set to 03/08/2026.",
    ],
    [
      "action=constructor",
      "The action was not understood, so all actions are shown.",
    ],
    [
      `user=${"x".repeat(201)}`,
      "The username was not understood, so entries for all users are shown.",
    ],
    [
      "user=ada&user=bo",
      "The username was not understood, so entries for all users are shown.",
    ],
    [
      "before=-1",
      "The page was not understood, so the newest entries are shown.",
    ],
  ])("are put right for %s, and a note says so", (query, note) => {
    const { notes, filters, before } = read(query);
    expect(notes).toEqual([note]);
    expect(filters.startDate <= filters.endDate).toBe(true);
    expect(filters.endDate <= TODAY).toBe(true);
    expect([filters.user, filters.action, before]).toEqual([null, null, null]);
  });
});
