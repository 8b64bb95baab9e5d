// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { PasswordField } from "./password-field";

afterEach(cleanup);

function field() {
  return (
    <form
      aria-label="f"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <PasswordField id="pw" name="pw" label="Password" />
    </form>
  );
}

test("the server sends no button that only scripts could work", () => {
  expect(renderToStaticMarkup(field())).not.toContain("<button");
});

test("the button shows and hides the password and tells its state", () => {
  render(field());
  const input = screen.getByLabelText("Password");
  const button = screen.getByRole("button", { name: "Show password" });
  expect(input.getAttribute("type")).toBe("password");
  expect(button.getAttribute("aria-pressed")).toBe("false");

  fireEvent.click(button);
  expect(input.getAttribute("type")).toBe("text");
  expect(button.getAttribute("aria-pressed")).toBe("true");

  fireEvent.click(button);
  expect(input.getAttribute("type")).toBe("password");
});

test("submitting hides a password that was shown", () => {
  render(field());
  const button = screen.getByRole("button", { name: "Show password" });
  fireEvent.click(button);
  fireEvent.submit(screen.getByRole("form"));
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe(
    "password",
  );
  expect(button.getAttribute("aria-pressed")).toBe("false");
});
