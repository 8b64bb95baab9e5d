import { describe, expect, it, test } from "vitest";
import type { LocationOptions } from "~/domain/places/location-choice";
import { checkUser, type UserFormContext } from "./form-rules";
import { NEW_USER, type TypedUser } from "./form-places";

const OPTIONS: LocationOptions = {
  division: [{ id: 1, name: "East" }],
  region: [{ id: 11, name: "Coast", division: 1 }],
  facility: [
    { id: 101, name: "Elm", division: 1, region: 11 },
    { id: 102, name: "Oak", division: 1, region: 11 },
  ],
};

const NEW: UserFormContext = { held: null, isSelf: false, options: OPTIONS };
const EDITED: UserFormContext = {
  ...NEW,
  held: { accessLevel: "company", ids: [0] },
};

const COMPANY: TypedUser = {
  ...NEW_USER,
  username: "ada",
  firstname: "Ada",
  lastname: "Lind",
  accessLevel: "company",
  password: "secret",
  confirmPassword: "secret",
};
const FACILITY: TypedUser = {
  ...COMPANY,
  accessLevel: "facility",
  division: [1],
  region: [11],
  facility: [101, 102],
};

const errorsOf = (typed: Partial<TypedUser>, context = NEW) =>
  checkUser({ ...COMPANY, ...typed }, context).errors;
const valueOf = (typed: Partial<TypedUser>, context = NEW) =>
  checkUser({ ...COMPANY, ...typed }, context).value;

it("takes blanks around a name away, and for no name", () => {
  expect(valueOf({ username: " ada ", firstname: "Ada\t" })).toMatchObject({
    username: "ada",
    firstname: "Ada",
  });
  expect(errorsOf({ lastname: "  " })).toEqual({
    lastname: "Last name is required",
  });
});

describe("the password", () => {
  const SHORT = "Password should be of minimum 6 characters length";
  test.each([
    ["12345", "12345", { password: SHORT, confirmPassword: SHORT }],
    ["123456", "123456", null],
    ["123456", "12345", { confirmPassword: SHORT }],
    ["123456", "123457", { confirmPassword: "Passwords need to match" }],
    ["Secret", "secret", { confirmPassword: "Passwords need to match" }],
    ["123456", "", { confirmPassword: "Confirm password is required" }],
    ["", "123456", { password: "Password is required" }],
  ])(
    "'%.9s' and '%.9s', new or not: %j",
    (password, confirmPassword, errors) => {
      expect(errorsOf({ password, confirmPassword })).toEqual(errors);
      expect(errorsOf({ password, confirmPassword }, EDITED)).toEqual(errors);
    },
  );

  it("may be blank for a user who has one, and is then not sent", () => {
    const blank = { password: "", confirmPassword: "" };
    expect(valueOf(blank, EDITED)).not.toHaveProperty("password");
    expect(errorsOf(blank)).toMatchObject({ password: "Password is required" });
  });
});

describe("the places", () => {
  test.each<[level: string, errors: object | null]>([
    ["company", null],
    ["division", { division: "Division is required" }],
    [
      "region",
      { division: "Division is required", region: "Region is required" },
    ],
    [
      "facility",
      {
        division: "Division is required",
        region: "Region is required",
        facility: "Facility is required",
      },
    ],
    ["physician", { physician: "Physician (NPI) is required" }],
  ])("that the level %s needs: %j", (accessLevel, errors) => {
    expect(errorsOf({ accessLevel })).toEqual(errors);
  });

  it("of the user's own level are sent, and no others", () => {
    expect(valueOf(FACILITY)).toEqual({
      username: "ada",
      firstname: "Ada",
      lastname: "Lind",
      access_level: "facility",
      isnp_only: false,
      password: "secret",
      facility: [101, 102],
    });
    expect(
      valueOf({ ...FACILITY, accessLevel: "region", isnpOnly: true }),
    ).toMatchObject({ region: [11], isnp_only: true });
    expect(valueOf({ ...FACILITY, accessLevel: "division" })).toMatchObject({
      division: [1],
    });
    expect(valueOf({ ...FACILITY, accessLevel: "company" })).not.toHaveProperty(
      "facility",
    );
    expect(
      valueOf({ accessLevel: "physician", physician: 1_003_000_101 }),
    ).toMatchObject({ physician: 1_003_000_101 });
  });

  it("that the organisation does not have are for those who have them already", () => {
    const typed = { ...FACILITY, facility: [101, 77] };
    expect(errorsOf(typed)).toEqual({ facility: "There is no facility 77." });
    const held = { accessLevel: "facility", ids: [77] } as const;
    expect(errorsOf(typed, { ...NEW, held })).toBeNull();
    expect(
      errorsOf(typed, { ...NEW, held: { accessLevel: "region", ids: [77] } }),
    ).toEqual({ facility: "There is no facility 77." });
  });

  it("are no more than a token holds", () => {
    const facility = Array.from(
      { length: 2_000 },
      (_, index) => 10_000 + index,
    );
    const held = { accessLevel: "facility", ids: facility } as const;
    expect(errorsOf({ ...FACILITY, facility }, { ...NEW, held })).toEqual({
      facility: "One user cannot have this many locations",
    });
  });
});

describe("the access level", () => {
  const REFUSED = { accessLevel: "You cannot give this access level here" };
  test.each(["admin", "account_manager"] as const)(
    "%s is kept, and never given",
    (accessLevel) => {
      const held = { accessLevel, ids: [0] };
      expect(errorsOf({ accessLevel })).toEqual(REFUSED);
      expect(errorsOf({ accessLevel }, EDITED)).toEqual(REFUSED);
      expect(errorsOf({ accessLevel }, { ...NEW, held })).toBeNull();
      expect(errorsOf({}, { ...NEW, held })).toBeNull();
    },
  );

  test.each(["", "root", "__proto__"])("'%s' is none", (accessLevel) => {
    expect(errorsOf({ accessLevel })).toEqual({
      accessLevel: "Access level is required",
    });
  });

  it("of oneself stays", () => {
    const self: UserFormContext = {
      held: { accessLevel: "account_manager", ids: [0] },
      isSelf: true,
      options: OPTIONS,
    };
    expect(errorsOf({ accessLevel: "account_manager" }, self)).toBeNull();
    expect(errorsOf({}, self)).toEqual({
      accessLevel: "You cannot change your own access level",
    });
  });
});
