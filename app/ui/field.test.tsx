import { expect, test } from "vitest";
import type { ReactNode } from "react";
import { all, textOf } from "../../tests/pages/support/document";
import { drawn } from "../../tests/pages/support/drawn-page";
import { CheckboxField, SelectField, TextField } from "./field";

/** The control that this label is for, and the texts that assistive technology reads after its name. */
async function labelled(label: string, field: ReactNode) {
  const page = await drawn(field);
  const found = all(page, "label").find((one) => textOf(one) === label);
  const control = page.getElementById(found?.getAttribute("for") ?? "");
  const ids = control?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return {
    control,
    description: ids.map((id) => textOf(page.getElementById(id))),
  };
}

test("a field in order has a label and neither description nor error state", async () => {
  const { control } = await labelled(
    "Username",
    <TextField id="a" label="Username" />,
  );
  expect(control?.localName).toBe("input");
  expect(control?.hasAttribute("aria-describedby")).toBe(false);
  expect(control?.hasAttribute("aria-invalid")).toBe(false);
});

test("hint and error both describe the control, and the error marks it", async () => {
  const { control, description } = await labelled(
    "Date",
    <TextField
      id="a"
      label="Date"
      hint="month/day/year"
      error="Enter a date"
    />,
  );
  expect(description).toEqual(["month/day/year", "Enter a date"]);
  expect(control?.getAttribute("aria-invalid")).toBe("true");
});

test("a choice of one is labelled and described in the same way", async () => {
  const { control, description } = await labelled(
    "Colour",
    <SelectField id="s" label="Colour" error="Choose one">
      <option>Red</option>
    </SelectField>,
  );
  expect(control?.localName).toBe("select");
  expect(description).toEqual(["Choose one"]);
});

test("a box to tick is labelled by the text beside it", async () => {
  const { control, description } = await labelled(
    "Only these",
    <CheckboxField id="c" label="Only these" hint="Leaves the rest out" />,
  );
  expect(control?.getAttribute("type")).toBe("checkbox");
  expect(description).toEqual(["Leaves the rest out"]);
});
