import { describe, expect, it } from "vitest";
import {
  derived,
  hospital,
  moment,
  row,
  saidAt,
  transfers,
  word,
} from "./testing/said-words";

describe("a hospital's notice of a resident in house", () => {
  const admit = word("admit", 10.6);

  it("is none of hours before they came, or after they went, on that day", () => {
    expect(transfers([admit, hospital("admit", 10.1, "E")])).toBe("");
    const home = word("discharge", 15.4, { disposition: "01" });
    const evening = hospital("admit", 15.8, "E");
    expect(transfers([admit, home, evening])).toBe("");
    expect(transfers([admit, hospital("admit", 10.8, "E")])).toBe(
      "100 10 ed_only",
    );
    const morning = hospital("admit", 15.2, "E");
    expect(transfers([admit, home, morning])).toBe("100 15 ed_only");
  });

  it("counts on the day on which they came or went where nobody told the hours", () => {
    const onDays = [row({ discharged_on: 15 })];
    const told = (day: number) =>
      derived([hospital("admit", day, "E")], onDays).transfers.length;
    expect([9.9, 10.1, 15.8, 16].map(told)).toEqual([0, 1, 1, 0]);
    const visit = hospital("admit", 10, "E");
    const began = { ...moment(10), isDayAlone: true as const };
    expect(
      transfers([admit, { ...visit, happened: began }]).split(", "),
    ).toHaveLength(1);
    // Where the census has the later word, its day counts, and the hours of another day say nothing.
    const earlier = word("discharge", 13.5, saidAt(11));
    const both = [word("admit", 10.6, saidAt(10)), earlier];
    const evening = hospital("admit", 15.8, "E");
    expect(derived([...both, evening], onDays).transfers).toHaveLength(1);
  });

  it("is one with those that go on from it, as while they are away", () => {
    const visits = [
      hospital("admit", 12.1, "E", { visitNumber: "H1" }),
      hospital("admit", 12.4, "O", { visitNumber: "H2" }),
      hospital("admit", 13.1, "I", { visitNumber: "H3" }),
    ];
    expect(transfers([admit, ...visits])).toBe("100 12 inpatient");
    const later = hospital("admit", 14.2, "E", { visitNumber: "H4" });
    expect(transfers([admit, ...visits, later])).toBe(
      "100 12 inpatient, 100 14 ed_only",
    );
    // What came before the admission is of another trip.
    const before = hospital("admit", 10.1, "I", { visitNumber: "H5" });
    const after = hospital("admit", 10.9, "E", { visitNumber: "H6" });
    expect(transfers([admit, before, after])).toBe("100 10 ed_only");
  });

  it("is one with the leave that the facility enters after it, past midnight too", () => {
    const evening = hospital("admit", 12.98, "E");
    const leave = word("leave", 13.02, { disposition: "02" });
    expect(transfers([admit, evening, leave])).toBe("100 13 ed_only");
    const inpatient = hospital("admit", 13.3, "I", { visitNumber: "H2" });
    expect(transfers([admit, evening, leave, inpatient])).toBe(
      "100 13 inpatient",
    );
    const night = hospital("admit", 12.5, "E");
    expect(transfers([admit, night, leave])).toBe(
      "100 12 ed_only, 100 13 inpatient assumed",
    );
  });

  it("is no part of a leave from a stay that began after it", () => {
    const before = hospital("admit", 10.9, "I");
    const late = word("admit", 11.01);
    const leave = word("leave", 11.1, { disposition: "02" });
    expect(transfers([late, before, leave])).toBe("100 11 inpatient assumed");
  });
});
