import { describe, expect, it } from "vitest";
import {
  DAY,
  derived,
  moment,
  row,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";
import { storyOf, type Sent } from "./testing/told-story";
import type { Word } from "./words";

describe("a cancellation", () => {
  it("takes back what was said in the same minute", () => {
    const admit = word("admit", 10, saidAt(10));
    const discharge = word("discharge", 15, saidAt(15));
    const goesOn = word("cancel_discharge", 15, saidAt(15));
    expect(stays([admit, discharge, goesOn])).toBe("100 10-");
    expect(derived([goesOn, discharge, admit]).waiting).toEqual([]);
    const neverWas = word("cancel_admit", 10, saidAt(10));
    expect(stays([neverWas, admit])).toBe("");
  });

  it("takes back what the cancelled word had corrected, too", () => {
    const admit = word("admit", 10, saidAt(10));
    const earlier = word("update", 11, { admitted: moment(9) });
    const neverWas = word("cancel_admit", 9, saidAt(12));
    expect(stays([admit, earlier])).toBe("100 9-");
    expect(stays([admit, earlier, neverWas])).toBe("");

    const left = word("discharge", 20, { ...saidAt(20), disposition: "02" });
    const later = word("update", 22, { discharged: moment(21) });
    const goesOn = word("cancel_discharge", 21, saidAt(23));
    expect(stays([admit, left, later, goesOn])).toBe("100 10-");
    expect(transfers([admit, left, later, goesOn])).toBe("");
    // What was said later than the cancelled word stands.
    const corrected = word("update", 22.5, { discharged: moment(19) });
    expect(stays([admit, left, later, corrected, goesOn])).toBe("100 10-19");
  });

  it("leaves an earlier stay of the visit as it was", () => {
    const none = { visitNumber: null };
    const first = [
      word("admit", 10, { ...none, ...saidAt(10) }),
      word("discharge", 15, { ...none, ...saidAt(15) }),
    ];
    const again = word("admit", 20, { ...none, ...saidAt(20) });
    const left = word("discharge", 25, { ...none, ...saidAt(25) });
    const goesOn = word("cancel_discharge", 25, { ...none, ...saidAt(26) });
    const neverWas = word("cancel_admit", 20, { ...none, ...saidAt(27) });
    expect(stays([...first, again, left, goesOn])).toBe("100 10-15, 100 20-");
    expect(stays([...first, again, left, goesOn, neverWas])).toBe("100 10-15");
  });
});

describe("a cancellation of what the census alone tells", () => {
  const left = row({ discharged_on: 15 });
  const goesOn = word("cancel_discharge", 15, saidAt(16));
  const waits = (words: Word[], rows = [left]) =>
    derived(words, rows).waiting.map(({ reason }) => reason);

  it("takes back its discharge, where it is the later word", () => {
    expect(stays([goesOn], [left])).toBe("100 10-");
    expect(waits([goesOn])).toEqual([]);
    const ofTheLast = word("cancel_discharge", null, saidAt(16));
    expect(stays([ofTheLast], [left])).toBe("100 10-");
    const imported = row({ discharged_on: 15, said_ms: 30 * DAY });
    expect(stays([goesOn], [imported])).toBe("100 10-15");
    expect(waits([goesOn], [imported])).toEqual([]);
    const ofAnother = word("cancel_discharge", 14, saidAt(16));
    expect(stays([ofAnother], [left])).toBe("100 10-15");
    expect(waits([ofAnother])).toEqual(["nothing_to_cancel"]);
  });

  it("leaves the stay to end again", () => {
    const again = word("discharge", 18, saidAt(18));
    expect(stays([goesOn, again], [left])).toBe("100 10-18");
    const other = { visitNumber: "V2" };
    expect(stays([goesOn, { ...again, ...other }], [left])).toBe("100 10-18");
    const early = { ...again, ...saidAt(11) };
    expect(stays([{ ...goesOn, ...saidAt(10) }, early], [left])).toBe(
      "100 10-15",
    );
    const ofFeed = word("discharge", 17, { ...other, ...saidAt(17) });
    const late = word("cancel_discharge", 17, saidAt(18));
    expect(stays([ofFeed, late], [row()])).toBe("100 10-");
  });

  it("does not wait where messages tell the rest of the stay", () => {
    const words = [word("admit", 10, saidAt(10)), goesOn];
    expect(stays(words, [left])).toBe("100 10-");
    expect(waits(words)).toEqual([]);
  });

  it("waits until the census has its stay no longer", () => {
    const admit = word("admit", 10, saidAt(12.5));
    const neverWas = word("cancel_admit", 10, saidAt(13));
    for (const words of [[neverWas], [admit, neverWas]]) {
      expect(stays(words, [row()])).toBe("100 10-");
      expect(waits(words, [row()])).toEqual(["stay_in_census"]);
      expect(waits(words, [row({ said_ms: 30 * DAY })])).toEqual([]);
    }
    expect(waits([admit, neverWas], [])).toEqual([]);
    const ofTheLast = word("cancel_admit", null, saidAt(13));
    expect(waits([ofTheLast], [row()])).toEqual(["stay_in_census"]);
    expect(waits([ofTheLast])).toEqual(["nothing_to_cancel"]);
    const again = word("admit", 10, saidAt(14));
    expect(waits([admit, neverWas, again], [row()])).toEqual([]);
  });
});

describe("a cancelled leave or return", () => {
  const at = (event: string, said: string, more: Partial<Sent> = {}): Sent => ({
    event,
    said: `202606${said}`,
    pv1: { 2: "I", 19: "V1", 36: event === "A21" ? "02" : "" },
    ...more,
  });
  const of = (happened: string) => ({ happened: `202606${happened}` });
  const came = at("A01", "011000");
  const left = at("A21", "030900");
  const back = at("A22", "050900");
  const away = "06-03 inpatient assumed";

  /** The transfers of messages in whatever order they came, and why some wait; the stay goes on in any case. */
  function told(...sent: Sent[]): string[] {
    const { stays: kept, transfers: all, waiting } = storyOf([came, ...sent]);
    expect(kept).toEqual(["06-01.."]);
    const turned = storyOf([...sent].reverse().concat(came));
    expect(turned).toEqual({ stays: kept, transfers: all, waiting });
    return [...all, ...waiting];
  }

  it("never was, whether or not EVN-6 says which one", () => {
    expect(told(left)).toEqual([away]);
    expect(told(left, at("A52", "040900", of("030900")))).toEqual([]);
    expect(told(left, at("A52", "100900", of("03")))).toEqual([]);
    expect(told(left, at("A52", "040900"))).toEqual([]);
    expect(told(left, at("A52", "030900"))).toEqual([]);
    // The standard has the hour of the cancellation in EVN-6.
    expect(told(left, at("A52", "041000", of("040900")))).toEqual([]);
    expect(told(left, back, at("A52", "060900"))).toEqual([]);
  });

  it("leaves the resident away where the return never was", () => {
    expect(told(left, back)).toEqual([`${away} back 06-05`]);
    for (const more of [{}, of("050900"), of("060800")]) {
      const goesOn = at("A53", "060900", more);
      expect(told(left, back, goesOn)).toEqual([away]);
      const later = at("A22", "070900");
      expect(told(left, back, goesOn, later)).toEqual([`${away} back 06-07`]);
      expect(told(left, back, goesOn, at("A52", "080900"))).toEqual([]);
    }
  });

  it("is the one that is named, else the one that was said last", () => {
    const again = at("A21", "080600");
    const backAgain = at("A22", "081000");
    const third = at("A21", "081500");
    const all = [left, back, again, backAgain, third];
    const first = `${away} back 06-05`;
    const second = "06-08 ed_only assumed back 06-08";
    expect(told(...all)).toEqual([first, second, "06-08 inpatient assumed"]);
    expect(told(...all, at("A52", "090900"))).toEqual([first, second]);
    expect(told(...all, at("A52", "090900", of("08")))).toEqual([
      first,
      second,
    ]);
    expect(told(...all, at("A52", "090900", of("080600")))).toEqual([
      first,
      "06-08 inpatient assumed",
    ]);
    expect(told(...all, at("A52", "090900", of("030900")))).toEqual([
      second,
      "06-08 inpatient assumed",
    ]);
    // A leave that goes on as another one goes on without it.
    expect(told(left, again, at("A52", "090900"))).toEqual([away]);
    const restated = at("A21", "031200", of("031000"));
    expect(told(left, restated, at("A52", "040900", of("031000")))).toEqual([]);
  });

  it("may be said again, and the cancellation twice", () => {
    const goesOn = at("A52", "040900", of("030900"));
    const twice = [goesOn, goesOn, at("A52", "040930"), at("A52", "041000")];
    expect(told(left, ...twice)).toEqual([]);
    const again = at("A21", "050900", of("030900"));
    expect(told(left, ...twice, again)).toEqual([away]);
    const other = at("A21", "050900", of("020900"));
    expect(told(left, goesOn, other, at("A52", "051000"))).toEqual([]);
  });

  it("waits for what it cancels, of that day and visit", () => {
    expect(told(at("A52", "040900"))).toEqual(["nothing_to_cancel"]);
    expect(told(left, at("A53", "040900"))).toEqual([
      away,
      "nothing_to_cancel",
    ]);
    expect(told(left, at("A52", "090900", of("04")))).toEqual([
      away,
      "nothing_to_cancel",
    ]);
    const ofAnother = at("A52", "040900", { pv1: { 2: "I", 19: "V2" } });
    expect(told(left, ofAnother)).toEqual([away, "nothing_to_cancel"]);
    const before = at("A52", "020900");
    expect(told(left, before)).toEqual([away, "nothing_to_cancel"]);
  });

  it("does not wait for an admission", () => {
    const goesOn = at("A52", "040900");
    expect(storyOf([left]).waiting).toEqual(["no_stay"]);
    expect(storyOf([left, goesOn]).waiting).toEqual([]);
  });

  it("leaves the visit at a hospital to be a notice of its own", () => {
    const seen = at("A04", "031000", {
      isHospital: true,
      pv1: { 2: "E", 19: "H1" },
    });
    const goesOn = at("A52", "040900");
    expect(told(left, seen, goesOn)).toEqual(["06-03 ed_only"]);
  });
});
