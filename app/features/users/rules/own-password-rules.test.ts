import { describe, expect, it } from "vitest";
import { ownPasswordErrors, type TypedOwnPassword } from "./own-password-rules";
import { DEMO_PASSWORD } from "./password-rules";

const RIGHT: TypedOwnPassword = {
  currentPassword: "old one",
  password: "sixsix",
  confirmPassword: "sixsix",
};

const SHORT = "Password should be of minimum 6 characters length";

function errorsOf(typed: Partial<TypedOwnPassword>) {
  return ownPasswordErrors({ ...RIGHT, ...typed });
}

describe("the own password", () => {
  it("may be changed to one of six characters, twice the same", () => {
    expect(errorsOf({})).toBeNull();
    const longest = "x".repeat(1_000);
    expect(
      errorsOf({ password: longest, confirmPassword: longest }),
    ).toBeNull();
  });

  it("asks for all three fields", () => {
    expect(
      errorsOf({ currentPassword: "", password: "", confirmPassword: "" }),
    ).toEqual({
      currentPassword: "Current password is required",
      password: "Password is required",
      confirmPassword: "Confirm password is required",
    });
  });

  it("says that five characters are too few, in both fields", () => {
    expect(errorsOf({ password: "fives", confirmPassword: "fives" })).toEqual({
      password: SHORT,
      confirmPassword: SHORT,
    });
  });

  it("has an end", () => {
    const long = "x".repeat(1_001);
    expect(errorsOf({ password: long, confirmPassword: long })).toEqual({
      password: "Password can have at most 1,000 characters",
    });
    expect(errorsOf({ currentPassword: long })).toEqual({
      currentPassword: "The current password is wrong",
    });
  });

  it("is typed twice the same, its blanks and letters' case too", () => {
    for (const confirmPassword of ["sixsiX", "sixsix ", "another"]) {
      expect(errorsOf({ confirmPassword })).toEqual({
        confirmPassword: "Passwords need to match",
      });
    }
  });

  it("is not judged by the current one, which may be shorter than the rule", () => {
    expect(errorsOf({ currentPassword: "x" })).toBeNull();
  });

  it("may be the demo accounts' as far as the browser knows: the host decides", () => {
    expect(
      errorsOf({ password: DEMO_PASSWORD, confirmPassword: DEMO_PASSWORD }),
    ).toBeNull();
  });
});
