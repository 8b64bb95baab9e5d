import { describe, expect, test } from "vitest";
import { errorPageMessage } from "./messages";
import { loginFailure } from "~/features/sign-in/rules/login-messages";

describe("an error page", () => {
  test.each([
    [
      403,
      undefined,
      "Sorry, you don't have permission to access this page. (403)",
    ],
    [404, "gone", "Sorry, we couldn't find this page. (404)"],
    [500, undefined, "Sorry, we are unable to display the page. (500)"],
    [409, "Somebody was faster.", "Somebody was faster. (409)"],
    [500, "  ", "Sorry, we are unable to display the page. (500)"],
  ])("of %i with %j says %j", (status, words, expected) => {
    expect(errorPageMessage(status, words)).toBe(expected);
  });
});

describe("a failed login", () => {
  test("shows the server's error, or its message, or 'Login error'", () => {
    expect(loginFailure({ error: "Locked" })).toEqual({ error: "Locked" });
    expect(loginFailure({ message: "Try later" })).toEqual({
      error: "Try later",
    });
    expect(loginFailure({ error: " " })).toEqual({ error: "Login error" });
  });

  test("shows the message besides the error where there are both", () => {
    expect(loginFailure({ error: "Locked", message: "Try later" })).toEqual({
      error: "Locked",
      info: "Try later",
    });
  });
});
