import { describe, expect, it } from "vitest";
import { withPlayedTimes } from "./played-times";

// Still the fourteenth in New York.
const NOW = new Date("2026-06-15T02:30:05Z");

describe("a place for a time in a file that is played", () => {
  it.each([
    ["{{now}}", "20260614223005", "2026-06-14T22:30:05-04:00"],
    ["{{today}}", "20260614", "2026-06-14"],
    ["{{today-1}}", "20260613", "2026-06-13"],
    ["{{today+20}}", "20260704", "2026-07-04"],
    ["{{today-1 08:15}}", "20260613081500", "2026-06-13T08:15:00-04:00"],
    ["{{today 23:59}}", "20260614235900", "2026-06-14T23:59:00-04:00"],
    ["{{today-180 08:15}}", "20251216081500", "2025-12-16T08:15:00-05:00"],
    // The clocks went forward at two that night, and have left out half past two.
    ["{{today-98 01:30}}", "20260308013000", "2026-03-08T01:30:00-05:00"],
    ["{{today-98 02:30}}", "20260308033000", "2026-03-08T03:30:00-04:00"],
    ["{{today-98 03:30}}", "20260308033000", "2026-03-08T03:30:00-04:00"],
    ["{{today+140 00:30}}", "20261101003000", "2026-11-01T00:30:00-04:00"],
    ["{{today+140 03:30}}", "20261101033000", "2026-11-01T03:30:00-05:00"],
  ])("%s is filled in", (place, hl7, fhir) => {
    expect(withPlayedTimes(`a|${place}|b`, NOW, "hl7")).toBe(`a|${hl7}|b`);
    expect(withPlayedTimes(`"${place}"`, NOW, "fhir")).toBe(`"${fhir}"`);
  });

  it.each(["{{yesterday}}", "{{today 8:15}}", "{{today-1 08:15", "{now}", "é"])(
    "is not %s",
    (text) => {
      expect(withPlayedTimes(text, NOW, "hl7")).toBe(text);
    },
  );
});
