import { describe, expect, it } from "vitest";
import { rightsByGroups, type RightsOfGroup } from "./rights-by-groups";

const rule = (
  name: string,
  accessLevel: RightsOfGroup["accessLevel"],
  ids: number[],
  isnpOnly = false,
): RightsOfGroup => ({ name, accessLevel, ids, isnpOnly });

const RULES = [
  rule("nurses 101", "facility", [101]),
  rule("nurses 102", "facility", [102, 101]),
  rule("isnp 101", "facility", [101], true),
  rule("isnp 103", "facility", [103], true),
  rule("north", "region", [11]),
  rule("all", "company", [0]),
  rule("gone", "division", []),
];

describe("rights by groups", () => {
  it("are those of the one group that gives any", () => {
    expect(rightsByGroups(RULES, ["cooks", "nurses 101"])).toEqual({
      accessLevel: "facility",
      ids: [101],
      isnpOnly: false,
    });
  });

  it("are none where no group gives any, or its places are gone", () => {
    expect(rightsByGroups(RULES, [])).toBeNull();
    expect(rightsByGroups(RULES, ["cooks", "Nurses 101", "gone"])).toBeNull();
    expect(rightsByGroups([], ["nurses 101"])).toBeNull();
  });

  it("are the places of all groups of the highest level", () => {
    expect(rightsByGroups(RULES, ["nurses 102", "nurses 101"])?.ids).toEqual([
      101, 102,
    ]);
    expect(rightsByGroups(RULES, ["nurses 101", "north"])).toMatchObject({
      accessLevel: "region",
      ids: [11],
    });
    expect(rightsByGroups(RULES, ["all", "north"])?.accessLevel).toBe(
      "company",
    );
  });

  it("are not of a group whose places are gone, however high its level", () => {
    expect(rightsByGroups(RULES, ["gone", "nurses 101"])?.accessLevel).toBe(
      "facility",
    );
  });

  it("are ISNP residents only where a place is open to no more", () => {
    const isnp = (...names: string[]) => rightsByGroups(RULES, names)?.isnpOnly;
    expect(isnp("isnp 101")).toBe(true);
    expect(isnp("isnp 101", "nurses 101")).toBe(false);
    expect(isnp("isnp 103", "nurses 101")).toBe(true);
    expect(isnp("isnp 103", "north")).toBe(false);
  });

  it("have each place once, in one order", () => {
    const [one, other] = [
      ["nurses 101", "nurses 102"],
      ["nurses 102", "nurses 101", "nurses 101"],
    ];
    expect(rightsByGroups(RULES, one)).toEqual(rightsByGroups(RULES, other));
  });
});
