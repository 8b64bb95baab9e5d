import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, it } from "vitest";
import { userWords } from "~/features/users/rules/words";
import { easyPasswordProblem } from "./easy-password";

const list = dictionary["passwords-common"];

describe("a password that is easy to guess", () => {
  it.each(["123456", "password", "PassWord", " password "])(
    "'%s' is one of those used most",
    (password) => {
      expect(easyPasswordProblem(password, "ada")).toBe(
        userWords.passwordMostUsed,
      );
    },
  );

  it("is the ten thousandth of the list, and not the one behind it", () => {
    expect(easyPasswordProblem(list[9_999] ?? "", "somebody")).toBe(
      userWords.passwordMostUsed,
    );
    expect(easyPasswordProblem(list[10_000] ?? "", "somebody")).toBeNull();
  });

  it.each([
    ["ada.ames", "my-ada.ames-7"],
    ["Ada.Ames", "ada.ames"],
    ["ada.ames", "XADA.AMESX"],
    ["ada", "granada-9"],
  ])("holds the username %s: %s", (username, password) => {
    expect(easyPasswordProblem(password, username)).toBe(
      userWords.passwordHoldsUsername,
    );
  });

  it("is not one that holds a username of two letters", () => {
    expect(easyPasswordProblem("granada-9", "ad")).toBeNull();
  });

  it("is not the demo's, whose accounts are called demo-…", () => {
    expect(easyPasswordProblem("Demo-2026!", "demo-company")).toBeNull();
  });
});
