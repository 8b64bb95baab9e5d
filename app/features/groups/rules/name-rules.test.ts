import { expect, it, test } from "vitest";
import { GROUP_LEVELS, mayGroupGive } from "./levels";
import { groupLabelProblem, groupNameProblem } from "./name-rules";
import { groupRuleWords as words } from "./rule-words";

test.each([
  ["", words.nameMissing],
  [" \t ", words.nameMissing],
  ["x".repeat(301), words.nameTooLong],
  [` ${"x".repeat(300)} `, null],
  ["one\ntwo", words.characters],
  ["admin\u202egnimda", words.characters],
  ["7c9e6679-7425-40de-944b-e07fc1f90ae7", null],
  ["CN=Nurses,OU=Élan & Söhne/East", null],
])("of the name %j it says %j", (name, problem) => {
  expect(groupNameProblem(name)).toBe(problem);
});

test.each([
  ["", null],
  ["Nurses of the East", null],
  ["x".repeat(100), null],
  ["x".repeat(101), words.labelTooLong],
  ["one\u2028two", words.characters],
])("of the label %j it says %j", (label, problem) => {
  expect(groupLabelProblem(label)).toBe(problem);
});

it("gives what the user form gives but physician, and account manager; what it gives it may keep", () => {
  expect(GROUP_LEVELS).toEqual([
    "facility",
    "region",
    "division",
    "company",
    "account_manager",
  ]);
  expect(mayGroupGive("admin", null)).toBe(false);
  expect(mayGroupGive("physician", "company")).toBe(false);
  expect(mayGroupGive("admin", "admin")).toBe(true);
  expect(mayGroupGive("company", null)).toBe(true);
});
