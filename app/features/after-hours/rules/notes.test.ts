import { describe, expect, test } from "vitest";
import { notePreview, noteTypeOf, stayText } from "./columns";
import {
  markedReadText,
  noteCountText,
  hiddenNotesText,
  unreadNotesText,
} from "./words";

describe("a note's words", () => {
  test.each([
    ["Convergence Narrative", "Narrative", "narrative"],
    ["Admission Note", "Admit", "admission"],
    ["Progress Note", "Progress", "progress"],
    ["Post Transport", "Transport", "transport"],
    ["Consultation", "Consultation", "consultation"],
    ["Wound Round", "Wound Round", null],
    [" ", "Unknown", null],
    [null, "Unknown", null],
  ])("the type %s is '%s'", (type, label, kind) => {
    expect(noteTypeOf(type)).toEqual({ kind, label });
  });

  test("a preview is the first words on one line", () => {
    expect(notePreview("Called by\n nursing.")).toBe("Called by nursing.");
    const long = notePreview(`${"word ".repeat(40)}end`);
    expect(long.length).toBeLessThanOrEqual(91);
    expect(long).toMatch(/word…$/);
    expect(notePreview("x".repeat(200))).toBe(`${"x".repeat(90)}…`);
    expect(notePreview(`${"w".repeat(80)}. ${"w".repeat(80)}`)).toMatch(/w…$/);
    expect(notePreview("y".repeat(90))).toBe("y".repeat(90));
    expect(notePreview(`${"y".repeat(89)}😀 z`)).toBe(`${"y".repeat(89)}…`);
  });

  test("a stay's day and place, as far as they are known", () => {
    expect(stayText("2026-01-02", "Hospital")).toBe("01/02/2026, Hospital");
    expect(stayText("2026-01-02T00:00:00Z", null)).toBe("01/02/2026");
    expect(stayText("last week", " Home ")).toBe("last week, Home");
    expect(stayText(null, "")).toBeNull();
  });
});

describe("what is said of the notes", () => {
  test("which of them a page has, where there are several", () => {
    const page = { first: 51, last: 100, page: 2, pages: 3 };
    expect(noteCountText({ ...page, total: 1210 }, 1210, 72)).toBe(
      "Notes 51 to 100 of 1,210 from the last 72 hours",
    );
    expect(noteCountText({ ...page, total: 120 }, 210, 24)).toBe(
      "Notes 51 to 100 of 120 found (210 from the last 24 hours)",
    );
    expect(
      noteCountText({ ...page, first: 101, last: 101, total: 101 }, 101, 24),
    ).toBe("Note 101 of 101 from the last 24 hours");
  });

  test("how many are unread, here and behind the filters", () => {
    expect(unreadNotesText(1)).toBe("1 unread note");
    const hidden = { count: 9, highRisk: 2, oldest: "yesterday" };
    expect(hiddenNotesText("unread notes", hidden)).toBe(
      "9 unread notes are not shown (2 high risk). The oldest is from yesterday.",
    );
    expect(
      hiddenNotesText("high-risk notes", { ...hidden, count: 1, highRisk: 0 }),
    ).toBe("1 high-risk note is not shown. It is from yesterday.");
    expect(markedReadText(1)).toBe("1 note was marked as read.");
    expect(markedReadText(12)).toBe("12 notes were marked as read.");
  });
});
