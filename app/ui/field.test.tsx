import { expect, test } from "vitest";
import { textOf } from "../../tests/pages/support/document";
import { drawn } from "../../tests/pages/support/drawn-page";
import { TextField } from "./field";

test("hint and error both describe the control, and the error marks it", async () => {
  const page = await drawn(
    <TextField
      id="a"
      label="Date"
      hint="month/day/year"
      error="Enter a date"
    />,
  );
  const control = page.querySelector("input");
  const ids = control?.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => textOf(page.getElementById(id)))).toEqual([
    "month/day/year",
    "Enter a date",
  ]);
  expect(control?.getAttribute("aria-invalid")).toBe("true");
});
