import { expect, it } from "vitest";
import { ownPasswordErrors, type TypedOwnPassword } from "./own-password-rules";
import { DEMO_PASSWORD } from "./password-rules";

const RIGHT: TypedOwnPassword = {
  currentPassword: "old one",
  password: "sixsix",
  confirmPassword: "sixsix",
};

const SHORT = "Password should be of minimum 6 characters length";
const LONG = "x".repeat(1_001);
const twice = (password: string) => ({ password, confirmPassword: password });

it.each<[Partial<TypedOwnPassword>, object | null]>([
  [{}, null],
  [twice("x".repeat(1_000)), null],
  // The current one may be shorter than the rule, and the host judges the demo's.
  [{ currentPassword: "x" }, null],
  [twice(DEMO_PASSWORD), null],
  [
    { currentPassword: "", ...twice("") },
    {
      currentPassword: "Current password is required",
      password: "Password is required",
      confirmPassword: "Confirm password is required",
    },
  ],
  [twice("fives"), { password: SHORT, confirmPassword: SHORT }],
  [twice(LONG), { password: "Password can have at most 1,000 characters" }],
  [
    { currentPassword: LONG },
    { currentPassword: "The current password is wrong" },
  ],
  ...["sixsiX", "sixsix ", "another"].map(
    (confirmPassword): [Partial<TypedOwnPassword>, object] => [
      { confirmPassword },
      { confirmPassword: "Passwords need to match" },
    ],
  ),
])("the own password %.80j: %j", (typed, errors) => {
  expect(ownPasswordErrors({ ...RIGHT, ...typed })).toEqual(errors);
});
