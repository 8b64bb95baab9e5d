import { describe, expect, it } from "vitest";
import { hospital, moment, stays, transfers, word } from "./testing/said-words";

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
    expect(outcome("O")).toEqual(["100 15 observation"]);
    expect(outcome("I")).toEqual(["100 15 inpatient"]);
    const outpatient = hospital("admit", 15.6, "O");
    const type = hospital("update", 16, "", {
      patientClass: undefined,
      patientType: "OBS",
    });
    expect(transfers([...left, outpatient, type])).toEqual([
      "100 15 observation",
    ]);
  });

  it("is none of a word of how the visit stands as a whole", () => {
    const states = [
      hospital("state", 15.6, "O", { patientType: "OBS" }),
      hospital("state", 15.7, "O"),
    ].map((one) => ({ ...one, admitted: moment(15.6) }));
    expect(transfers([...left, ...states.slice(0, 1)])).toEqual([
      "100 15 observation",
    ]);
    expect(transfers([...left, ...states])).toEqual([
      "100 15 inpatient assumed",
    ]);
  });

  it("leaves an outpatient what they are, until they are admitted", () => {
    const register = word("admit", 10, { patientClass: "O" });
    const none = { patientClass: undefined };
    const more = { ...none, admitted: moment(10) };
    const update = word("update", 11, more);
    expect(stays([register, update])).toEqual([]);
    expect(stays([register, word("discharge", 12, more)])).toEqual([]);
    expect(stays([register, update, word("change_class", 12, none)])).toEqual([
      "100 12-",
    ]);
  });

  it("is no other class, where the class itself is deleted", () => {
    const deleted = hospital("update", 16, "", { patientClass: null });
    expect(transfers([...left, observed, deleted])).toEqual([
      "100 15 inpatient assumed",
    ]);
  });
});
