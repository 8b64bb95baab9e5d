// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ErrorSummary } from "./error-summary";

beforeEach(() => {
  document.title = "Login";
});
afterEach(cleanup);

const errors = [
  { text: "Enter your name", fieldId: "name" },
  { text: "It was refused" },
];

test("it takes focus, is an alert, and leads to the fields", () => {
  render(<ErrorSummary errors={errors} />);
  const box = screen.getByRole("alert");
  expect(box.textContent).toMatch(/^There is a problem/);
  expect(document.activeElement).toBe(box);
  const link = screen.getByRole("link", { name: "Enter your name" });
  expect(link.getAttribute("href")).toBe("#name");
  expect(screen.queryByRole("link", { name: "It was refused" })).toBeNull();
});

test("it has the focus before it is shown, so that no screen reader says it twice", () => {
  let focused: Element | null = null;
  function Page() {
    useLayoutEffect(() => {
      focused = document.activeElement;
    });
    return <ErrorSummary errors={errors} />;
  }
  render(<Page />);
  expect(focused).toBe(screen.getByRole("alert"));
});

test("the page's title says that there is an error, once, and only as long as there is one", () => {
  const { rerender } = render(<ErrorSummary errors={errors} attempt={1} />);
  expect(document.title).toBe("Error: Login");
  rerender(<ErrorSummary errors={errors} attempt={2} />);
  expect(document.title).toBe("Error: Login");
  rerender(<ErrorSummary errors={[]} attempt={3} />);
  expect(document.title).toBe("Login");
});

test("a title that the server has marked is left alone", () => {
  document.title = "Error: Login";
  render(<ErrorSummary errors={errors} />);
  expect(document.title).toBe("Error: Login");
});

test("the same errors take focus again after another attempt, and not before", () => {
  const page = (attempt: number) => (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <input aria-label="name" />
    </>
  );
  const { rerender } = render(page(1));
  const input = screen.getByLabelText("name");
  input.focus();
  rerender(page(1));
  expect(document.activeElement).toBe(input);
  rerender(page(2));
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test("a line that goes without another attempt takes focus from nobody", () => {
  const page = (shown: typeof errors) => (
    <>
      <ErrorSummary errors={shown} attempt={1} />
      <select aria-label="level" />
    </>
  );
  const { rerender } = render(page(errors));
  const select = screen.getByLabelText("level");
  select.focus();
  rerender(page(errors.slice(1)));
  expect(document.activeElement).toBe(select);
  expect(document.title).toBe("Error: Login");
});

test("without errors there is nothing", () => {
  const { container } = render(<ErrorSummary errors={[]} />);
  expect(container.innerHTML).toBe("");
});
