import { expect, it } from "vitest";
import { formFields } from "./form-fields";

const PAGE = `<form action="/search"><input name="q" value="x"/></form>
<form method="post"><input type="hidden" name="csrf" value="abc"/>
<input name="lastname" value="Reed"/><input name="password" type="password"/>
<input type="checkbox" name="region" value="11" checked=""/><input type="checkbox" name="region" value="12"/>
<select name="level"><option value="a">A</option><option value="b" selected="">B</option></select>
<button name="intent" value="save">Save</button></form>`;

it("reads what a form would send, of the form that has the field", () => {
  expect(formFields(PAGE, "lastname").toString()).toBe(
    "csrf=abc&lastname=Reed&password=&region=11&level=b",
  );
});

it("tells where no form has it", () => {
  expect(() => formFields(PAGE, "nowhere")).toThrow("nowhere");
});
