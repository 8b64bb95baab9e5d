import { expect, it } from "vitest";
import { sendPlacesAsOne } from "./rights-form";

it("makes one field of the ids of a kind of place", () => {
  const formData = new FormData();
  for (const id of ["101", "102"]) formData.append("facility", id);
  formData.append("division", "1");
  formData.append("username", "ada");
  sendPlacesAsOne({ formData } as FormDataEvent);
  expect([...formData]).toEqual([
    ["facility", "101 102"],
    ["division", "1"],
    ["username", "ada"],
  ]);
});
