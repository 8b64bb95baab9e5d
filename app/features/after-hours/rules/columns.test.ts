import { describe, expect, test } from "vitest";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { afterHoursColumns, isLinkedColumn } from "./columns";

describe("the columns of the report", () => {
  test.each([
    ["physician", false, "patient"],
    ["physician", true, "facility patient"],
    ["facility", false, "physician patient"],
    ["facility", true, "facility physician patient"],
    ["region", false, "facility physician patient"],
    ["region", true, "facility physician patient"],
    ["division", false, "region facility physician patient"],
    ["company", false, "region facility physician patient"],
    ["admin", false, "region facility physician patient"],
  ] as const)(
    "of %s, more facilities %s: %s, then the time and the note",
    (accessLevel, hasMore, places) => {
      expect(afterHoursColumns({ accessLevel }, hasMore)).toEqual([
        ...places.split(" "),
        "time",
        "note",
      ]);
    },
  );

  test("lead to the pages of a level from that level's rank on", () => {
    const linked = ACCESS_LEVELS.map((accessLevel) =>
      (["region", "facility", "physician", "patient", "time", "note"] as const)
        .filter((column) => isLinkedColumn(column, { accessLevel }))
        .join(" "),
    );
    const all = "region facility physician";
    expect(linked).toEqual([
      "physician",
      "facility physician",
      all,
      all,
      all,
      all,
      all,
    ]);
  });
});
