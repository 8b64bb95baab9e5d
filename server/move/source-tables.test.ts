import { describe, expect, it } from "vitest";
import { inOrderOfReference } from "./copy-store";

describe("the order in which tables are filled", () => {
  it("puts each table after those that it points to, and keeps the rest as it was", () => {
    const ordered = inOrderOfReference([
      { name: "transfers", references: ["stays", "patients"] },
      { name: "stays", references: ["patients", "facilities"] },
      { name: "divisions", references: [] },
      { name: "facilities", references: [] },
      { name: "patients", references: [] },
    ]);
    expect(ordered).toEqual([
      "divisions",
      "facilities",
      "patients",
      "stays",
      "transfers",
    ]);
  });

  it("takes a table whose rows point to each other", () => {
    expect(
      inOrderOfReference([{ name: "notes", references: ["notes"] }]),
    ).toEqual(["notes"]);
  });

  it("refuses tables that point to each other, or to nothing", () => {
    expect(() =>
      inOrderOfReference([
        { name: "hens", references: ["eggs"] },
        { name: "eggs", references: ["hens"] },
      ]),
    ).toThrow("no order of reference among the tables hens, eggs");
    expect(() =>
      inOrderOfReference([{ name: "stays", references: ["patients"] }]),
    ).toThrow("stays");
  });
});
