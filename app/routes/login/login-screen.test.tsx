// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { useActionData } from "@remix-run/react";
import type { LoginRefusal } from "./login-form";
import { LoginScreen } from "./login-screen";

afterEach(cleanup);

function Login() {
  return (
    <LoginScreen
      siteName="Sojourn"
      organisation={null}
      answer={useActionData<LoginRefusal>()}
    />
  );
}

function page(
  answer?: Partial<LoginRefusal>,
  action: () => object | null = () => null,
) {
  const Stub = createRemixStub([
    { id: "login", path: "/", Component: Login, action },
  ]);
  const actionData = { login: { fieldErrors: {}, ...answer } };
  return <Stub hydrationData={answer ? { actionData } : undefined} />;
}

test("it welcomes and asks for what a password manager knows", () => {
  render(page());
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome");
  const username = screen.getByLabelText("Username");
  const password = screen.getByLabelText("Password");
  expect(username.getAttribute("autocomplete")).toBe("username");
  expect(password.getAttribute("autocomplete")).toBe("current-password");
  expect(password.getAttribute("type")).toBe("password");
  expect(screen.getByRole("button", { name: "Login" })).toBeTruthy();
});

test("nothing is called invalid before it is sent", () => {
  // Firefox calls an empty field so that has the attribute.
  const html = renderToStaticMarkup(page());
  expect(html).toContain('aria-required="true"');
  expect(html).not.toContain(" required");
});

test("empty fields are told above the form, with links, and beside each field, and nothing is sent", async () => {
  const action = vi.fn(() => null);
  render(page(undefined, action));
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

test("a refused login says why in an alert, and the host's message beside it", () => {
  render(
    page({ error: "Wrong username or password", info: "Two attempts left" }),
  );
  expect(screen.getByRole("alert").textContent).toContain(
    "Wrong username or password",
  );
  expect(document.querySelector("[aria-live=polite]")?.textContent).toContain(
    "Two attempts left",
  );
});

test("without scripts the page after a refusal keeps the username", () => {
  const html = renderToStaticMarkup(
    page({
      error: "Wrong username or password",
      repopulateFields: { username: "dana" },
    }),
  );
  expect(html).toContain('value="dana"');
  expect(html).toContain("Wrong username or password");
});

test("without scripts the page after an empty form shows the errors of the fields", () => {
  const html = renderToStaticMarkup(
    page({
      fieldErrors: { username: "Enter your username" },
      repopulateFields: { username: "" },
    }),
  );
  expect(html).toContain('href="#username"');
  expect(html).toContain('id="username-error"');
});

test("each refusal empties the password and keeps the username", async () => {
  const action = vi.fn(() => ({
    error: "Wrong username or password",
    fieldErrors: {},
  }));
  render(page(undefined, action));
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
