import { describe, expect, test } from "vitest";
import { LONG_STAY_ONLY, NOTHING, QUALITY } from "../../testing/quality";
import {
  averageSentence,
  cutPointsSentences,
  smallScoreSentence,
  type QualitySubject,
} from "../../quality/quality-panel";

const REGION: QualitySubject = {
  level: "region",
  id: 2,
  name: "Lakes",
  facilityName: null,
};

describe("the footer sentence", () => {
  test("says of a group that its stays are counted together", () => {
    expect(averageSentence(QUALITY, REGION)).toBe(
      "All stays of Lakes together average 360 quality points out of 600. Every stay counts the same.",
    );
    expect(
      averageSentence(QUALITY, { ...REGION, level: "company", name: null }),
    ).toMatch(/^All stays together average 360 quality points/);
  });

  test("names a facility, and a physician with the facility filter", () => {
    expect(
      averageSentence(QUALITY, { ...REGION, level: "facility", name: "Elm" }),
    ).toBe("Elm averages 360 quality points out of 600.");
    expect(
      averageSentence(QUALITY, {
        level: "physician",
        id: 1234567893,
        name: "Ada Grey",
        facilityName: "Elm",
      }),
    ).toBe(
      "Patients of Ada Grey at Elm average 360 quality points out of 600.",
    );
    expect(
      averageSentence(QUALITY, { ...REGION, level: "physician", id: 0 }),
    ).toMatch(/^Patients without primary care physician average 360/);
  });

  test("says from how many measures it is worked out, where some are unknown", () => {
    expect(
      averageSentence(LONG_STAY_ONLY, { ...REGION, level: "facility" }),
    ).toBe(
      "Lakes averages 270 quality points out of 600 by 2 of the four measures.",
    );
    expect(averageSentence(NOTHING, REGION)).toBe(
      "Average quality points out of 600: Unknown.",
    );
  });
});

describe("a score that stands on little", () => {
  const of = (settled_adm: number, ls_days: number) =>
    smallScoreSentence({ ...QUALITY, settled_adm, ls_days });
  const MONTHS_20 = 609;

  test("says which of its measures do, under 20 admissions or patient months", () => {
    expect(of(19, MONTHS_20)).toBe(
      "Small numbers: 30 Day RTH, 30 Day OP Ed Visits count fewer than 20 admissions from hospital or long-term patient months. Treat with caution: too few cases to tell from chance.",
    );
    expect(of(20, MONTHS_20 - 1)).toContain(
      "Small numbers: Hosp/1000 Days of Care, ED/1000 Days of Care count",
    );
  });

  test("says nothing from 20 on, and of nothing", () => {
    expect(of(20, MONTHS_20)).toBeNull();
    expect(smallScoreSentence(NOTHING)).toBeNull();
  });
});

describe("the cut points", () => {
  test("have their date, their source and the average behind them", () => {
    const [source, average] = cutPointsSentences(QUALITY);
    expect(source).toBe(
      "The points follow the 10th to 90th percentile of chain averages in the CMS chain performance file of June 2026, effective June 2026. CMS uses other cut points for facilities, and adjusts for risk.",
    );
    expect(average).toContain("330 points out of 600");
    expect(cutPointsSentences(NOTHING)).toHaveLength(2);
  });

  test("are not told where the host scores by others", () => {
    const rth = { ...QUALITY.rth, score: 150 };
    expect(cutPointsSentences({ ...QUALITY, rth })).toEqual([
      "The points are set by the system that sends these figures.",
    ]);
  });
});
