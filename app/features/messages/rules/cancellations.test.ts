import { describe, expect, it } from "vitest";
import { storyOf, type Sent } from "./testing/told-story";

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
