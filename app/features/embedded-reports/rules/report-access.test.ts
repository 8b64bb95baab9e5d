import { describe, expect, it, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  canToggle,
  inTitleOrder,
  REPORT_LEVELS,
  whyClosed,
  whyClosedTo,
} from "./report-access";

describe("a cell", () => {
  const openTo = (slug: string, isEmbedded = false) => {
    const report = { slug, isEmbedded, roles: [] as AccessLevel[] };
    return REPORT_LEVELS.filter((level) => canToggle(report, level));
  };

  it.each<[string, boolean, AccessLevel[]]>([
    ["airway-care", true, ["physician"]],
    ["cms-qies-reports", false, ["physician"]],
    ["medical-staff-report", false, ["physician", "facility"]],
    ["after-hours-patient-report", false, []],
  ])(
    "of %s cannot be ticked where it does nothing",
    (slug, embedded, never) => {
      expect(openTo(slug, embedded)).toEqual(
        REPORT_LEVELS.filter((level) => !never.includes(level)),
      );
      const reason = whyClosed({ slug, isEmbedded: embedded });
      expect(reason !== null).toBe(never.length > 0);
      for (const level of REPORT_LEVELS) {
        expect(whyClosedTo({ slug, isEmbedded: embedded }, level)).toBe(
          never.includes(level) ? reason : null,
        );
      }
    },
  );

  it("of that kind which is ticked can be cleared", () => {
    const roles: AccessLevel[] = ["physician"];
    expect(
      canToggle({ slug: "airway-care", isEmbedded: true, roles }, "physician"),
    ).toBe(true);
  });
});

test("reports are in the order of their titles", () => {
  const titles = ["b", "A 10", "a 9", "A 9"];
  const reports = titles.map((title, at) => ({ id: 9 - at, title }));
  expect(inTitleOrder(reports).map(({ title }) => title)).toEqual([
    "a 9",
    "A 9",
    "A 10",
    "b",
  ]);
  const twins = [
    { id: 2, title: "x" },
    { id: 1, title: "x" },
  ];
  expect(inTitleOrder(twins).map(({ id }) => id)).toEqual([1, 2]);
});
