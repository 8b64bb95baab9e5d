import { expect, it, test } from "vitest";
import {
  physicianChoices,
  physicianCountText,
  physicianSearchText,
} from "./form-physicians";

it("lists physicians by name and NPI, without empty entries and repetitions", () => {
  expect(
    physicianChoices([
      { npi: 1003000101, first_name: "Ada", last_name: "Lind" },
      { npi: 1003000101, first_name: "Ada", last_name: "Lind" },
      { npi: 1003000119, first_name: null, last_name: "Moe" },
      { npi: 1003000127, first_name: "", last_name: "" },
      { npi: null, first_name: "", last_name: "" },
      { npi: 0, first_name: "No", last_name: "One" },
      {},
    ]),
  ).toEqual([
    { npi: 1003000101, label: "Lind, Ada (NPI 1003000101)" },
    { npi: 1003000119, label: "Moe (NPI 1003000119)" },
    { npi: 1003000127, label: "Unknown (NPI 1003000127)" },
  ]);
});

it("lists 80 at most", () => {
  const entries = Array.from({ length: 81 }, (_, index) => ({
    npi: index + 1,
  }));
  expect(physicianChoices(entries)).toHaveLength(80);
});

test.each([
  [0, "No physicians were found for “li”."],
  [1, "1 physician found for “li”."],
  [79, "79 physicians found for “li”."],
  [
    80,
    "The first 80 physicians for “li” are listed. Type more to find others.",
  ],
])("says how many: %i", (count, text) => {
  expect(physicianCountText(count, "li")).toBe(text);
});

it("searches for no more than the host takes", () => {
  expect(physicianSearchText("  Lind \t Ada ")).toBe("Lind Ada");
  expect(physicianSearchText("x".repeat(101))).toHaveLength(100);
  const pairs = physicianSearchText(`x${"😀".repeat(80)}`);
  expect(pairs).toBe(`x${"😀".repeat(49)}`);
  expect(physicianSearchText(" ")).toBe("");
  expect(physicianSearchText("\\")).toBe("");
  expect(physicianSearchText("Lind\\Ada")).toBe("Lind Ada");
});
