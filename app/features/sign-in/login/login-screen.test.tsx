// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useActionData } from "@remix-run/react";
import type { LoginRefusal } from "./login-form";
import { LoginScreen } from "./login-screen";

function Login() {
  return (
    <LoginScreen
      siteName="Sojourn"
      organisation={null}
      answer={useActionData<LoginRefusal>()}
    />
  );
}

function show(action: () => object | null) {
  const Stub = createRemixStub([{ path: "/", Component: Login, action }]);
  render(<Stub />);
}

test("empty fields are told above the form, with links, and beside each field, and nothing is sent", async () => {
  const action = vi.fn(() => null);
  show(action);
  fireEvent.click(screen.getByRole("button", { name: "Login" }));
  const summary = await screen.findByRole("alert");
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(summary);
  });
  expect(
    screen
      .getByRole("link", { name: "Enter your password" })
      .getAttribute("href"),
  ).toBe("#password");
  expect(screen.getByLabelText("Username").getAttribute("aria-invalid")).toBe(
    "true",
  );
  expect(action).not.toHaveBeenCalled();
});

test("each refusal empties the password and keeps the username", async () => {
  const action = vi.fn(() => ({
    error: "Wrong username or password",
    fieldErrors: {},
  }));
  show(action);
  for (const attempt of [1, 2]) {
    fireEvent.change(screen.getByLabelText("Username"), {
      target: { value: "dana" },
    });
    fireEvent.change(screen.getByLabelText("Password"), {
      target: { value: "hunter2" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Login" }));
    await vi.waitFor(() => {
      expect(action).toHaveBeenCalledTimes(attempt);
      expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    });
    expect(screen.getByLabelText("Username")).toHaveProperty("value", "dana");
  }
});
