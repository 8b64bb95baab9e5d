import { describe, expect, it } from "vitest";
import { loginValidator } from "./login-form";
import { loginValidator as serverValidator } from "./login-validator.server";

describe("the login form's check in the browser", () => {
  it.each([
    {},
    { username: "", password: "" },
    { username: "  ", password: "  " },
    { username: "ada", password: "" },
    { username: " ada ", password: " p " },
    { username: ["a"], password: { b: 1 } },
  ])("finds what the server's would: %j", async (given) => {
    const inBrowser = await loginValidator.validate(given);
    const onServer = await serverValidator.validate(given);
    expect(Object.keys(inBrowser.error?.fieldErrors ?? {})).toEqual(
      Object.keys(onServer.error?.fieldErrors ?? {}),
    );
    expect(inBrowser.data).toEqual(onServer.data);
  });

  it("says what is missing in the server's words", async () => {
    const { error } = await loginValidator.validate({});
    expect(error?.fieldErrors).toEqual({
      username: "Enter your username",
      password: "Enter your password",
    });
  });
});
