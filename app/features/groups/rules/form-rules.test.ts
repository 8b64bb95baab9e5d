import { expect, it, test } from "vitest";
import type { LocationOptions } from "~/domain/places/location-choice";
import { NO_PLACES } from "~/features/users/rules/form-places";
import { userWords } from "~/features/users/rules/words";
import {
  checkGroup,
  GROUP_LEVELS,
  groupLabelProblem,
  groupNameProblem,
  mayGroupGive,
  type TypedGroup,
} from "./form-rules";
import { groupRuleWords as words } from "./rule-words";

const OPTIONS: LocationOptions = {
  division: [{ id: 1, name: "East" }],
  region: [{ id: 11, name: "Coast", division: 1 }],
  facility: [{ id: 101, name: "Elm", division: 1, region: 11 }],
};
const TYPED: TypedGroup = {
  ...NO_PLACES,
  name: " Nurses ",
  label: " Of the east ",
  accessLevel: "region",
  division: [1],
  region: [11],
  isnpOnly: true,
};
const check = (typed: Partial<TypedGroup>) =>
  checkGroup({ ...TYPED, ...typed }, { held: null, options: OPTIONS });

it("sends what was typed, with the places of its own level alone", () => {
  expect(check({}).value).toEqual({
    name: "Nurses",
    label: "Of the east",
    accessLevel: "region",
    isnpOnly: true,
    region: [11],
  });
  expect(check({ accessLevel: "account_manager", label: "" }).value).toEqual({
    name: "Nurses",
    label: "",
    accessLevel: "account_manager",
    isnpOnly: true,
  });
});

test.each([
  [{ name: " " }, { name: words.nameMissing }],
  [{ label: "x".repeat(101) }, { label: words.labelTooLong }],
  [{ accessLevel: "" }, { accessLevel: userWords.missing.accessLevel }],
  [{ accessLevel: "admin" }, { accessLevel: words.levelNotForGroups }],
  [{ accessLevel: "physician" }, { accessLevel: words.levelNotForGroups }],
  [{ region: [] }, { region: userWords.missing.region }],
  [{ division: [] }, { division: userWords.missing.division }],
  [{ region: [77] }, { region: "There is no region 77." }],
])("of %j it says %j", (typed, errors) => {
  expect(check(typed)).toEqual({ errors, value: null });
});

it("keeps what the group gives already, though nobody could give it now", () => {
  const typed: TypedGroup = { ...TYPED, region: [11, 77] };
  const held = { accessLevel: "region", ids: [77] } as const;
  expect(checkGroup(typed, { held, options: OPTIONS }).errors).toBeNull();
});

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
