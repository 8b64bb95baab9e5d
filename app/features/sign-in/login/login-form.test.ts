import { describe, expect, it } from "vitest";
import { findMissing } from "./login-form";
import { loginValidator } from "./login.server";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("the login form's check in the browser", () => {
  it.each<Record<string, string>>([
    {},
    { username: "", password: "" },
    { username: "  ", password: "  " },
    { username: "ada", password: "" },
    { username: " ada ", password: " p " },
  ])("finds what the server's would, in its words: %j", async (fields) => {
    const form = formOf(fields);
    const onServer = await loginValidator.validate(form);
    expect(findMissing(form)).toEqual(onServer.error?.fieldErrors ?? null);
  });
});
