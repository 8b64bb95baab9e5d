// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CheckboxField, SelectField, TextField } from "./field";

afterEach(cleanup);

/** The texts that assistive technology reads after the control's name. */
function descriptionOf(control: HTMLElement): string[] {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "missing");
}

test("a field in order has a label and neither description nor error state", () => {
  render(<TextField id="a" label="Username" />);
  const control = screen.getByLabelText("Username");
  expect(control.hasAttribute("aria-describedby")).toBe(false);
  expect(control.hasAttribute("aria-invalid")).toBe(false);
});

test("hint and error both describe the control, and the error marks it", () => {
  render(
    <TextField
      id="a"
      label="Date"
      hint="month/day/year"
      error="Enter a date"
    />,
  );
  const control = screen.getByLabelText("Date");
  expect(descriptionOf(control)).toEqual(["month/day/year", "Enter a date"]);
  expect(control.getAttribute("aria-invalid")).toBe("true");
});

test("a choice of one is labelled and described in the same way", () => {
  render(
    <SelectField id="s" label="Colour" error="Choose one">
      <option>Red</option>
    </SelectField>,
  );
  expect(
    descriptionOf(screen.getByRole("combobox", { name: "Colour" })),
  ).toEqual(["Choose one"]);
});

test("a box to tick is labelled by the text beside it", () => {
  render(
    <CheckboxField id="c" label="Only these" hint="Leaves the rest out" />,
  );
  expect(
    descriptionOf(screen.getByRole("checkbox", { name: "Only these" })),
  ).toEqual(["Leaves the rest out"]);
});
