import { describe, expect, it } from "vitest";
import {
  derived,
  hospital,
  moment,
  saidAt,
  stays,
  transfers,
  word,
} from "./testing/said-words";

describe("an empty field of a class", () => {
  const left = [
    word("admit", 10),
    word("discharge", 15.5, { disposition: "02" }),
  ];
  const observed = hospital("admit", 15.6, "O", { patientType: "OBS" });
  const outcome = (patientClass: string | undefined, patientType?: string) => {
    const later = hospital("update", 16, "", { patientClass, patientType });
    return transfers([...left, observed, later]);
  };

  it("says nothing: the class and the type that were told last count, each by itself", () => {
    expect(outcome("O")).toBe("100 15 observation");
    expect(outcome("I")).toBe("100 15 inpatient");
    const outpatient = hospital("admit", 15.6, "O");
    const type = hospital("update", 16, "", {
      patientClass: undefined,
      patientType: "OBS",
    });
    expect(transfers([...left, outpatient, type])).toBe("100 15 observation");
  });

  it("is none of a word of how the visit stands as a whole", () => {
    const states = [
      hospital("state", 15.6, "O", { patientType: "OBS" }),
      hospital("state", 15.7, "O"),
    ].map((one) => ({ ...one, admitted: moment(15.6) }));
    expect(transfers([...left, ...states.slice(0, 1)])).toBe(
      "100 15 observation",
    );
    expect(transfers([...left, ...states])).toBe("100 15 inpatient assumed");
  });

  it("leaves an outpatient what they are, until they are admitted", () => {
    const register = word("admit", 10, { patientClass: "O" });
    const none = { patientClass: undefined };
    const more = { ...none, admitted: moment(10) };
    const update = word("update", 11, more);
    expect(stays([register, update])).toBe("");
    expect(stays([register, word("discharge", 12, more)])).toBe("");
    expect(stays([register, update, word("change_class", 12, none)])).toBe(
      "100 12-",
    );
  });

  it("is no other class, where the class itself is deleted", () => {
    const deleted = hospital("update", 16, "", { patientClass: null });
    expect(transfers([...left, observed, deleted])).toBe(
      "100 15 inpatient assumed",
    );
  });
});

describe("where a stay ends", () => {
  const admit = word("admit", 10);
  const toHospital = { disposition: "02" };

  it("is told by its discharge, not by a leave before it", () => {
    const leave = word("leave", 12.25, toHospital);
    const back = word("return", 12.75);
    const left = word("discharge", 15);
    expect(transfers([admit, leave, back, left])).toBe(
      "100 12 ed_only assumed",
    );
  });

  it("is not told by a discharge that was taken back", () => {
    const words = [
      admit,
      word("discharge", 15, { ...toHospital, ...saidAt(15) }),
      word("cancel_discharge", 15, { ...toHospital, ...saidAt(16) }),
      word("discharge", 20, saidAt(20)),
    ];
    expect(transfers(words)).toBe("");
  });

  it("is told by all that was said of the discharge since", () => {
    const left = word("discharge", 15, { ...toHospital, ...saidAt(15) });
    const corrected = word("update", 16, { discharged: moment(14) });
    expect(transfers([admit, left, corrected])).toBe(
      "100 14 inpatient assumed",
    );
    const home = word("update", 17, { disposition: "01" });
    expect(transfers([admit, left, corrected, home])).toBe("");
    const late = word("update", 17, { disposition: "82" });
    expect(transfers([admit, word("discharge", 15), late])).toBe(
      "100 15 inpatient planned assumed",
    );
  });

  it("is told of each of a visit's stays by itself, and so is where they come from", () => {
    const none = { visitNumber: null };
    const words = [
      word("admit", 10, { ...none, admitSource: "4" }),
      word("discharge", 15, { ...none, ...toHospital, admitSource: "4" }),
      word("admit", 20, none),
      word("discharge", 25, none),
    ];
    expect(transfers(words)).toBe("100 15 inpatient assumed");
    expect(derived(words).stays).toMatchObject([
      { admitted_from: "hospital" },
      { admitted_from: "other" },
    ]);
    const told = word("update", 21, { ...none, admitSource: "1" });
    const corrected = word("update", 22, { ...none, admitted: moment(20.5) });
    expect(derived([...words, told, corrected]).stays).toMatchObject([
      { admitted_from: "hospital" },
      { admitted_from: "community" },
    ]);
  });
});
