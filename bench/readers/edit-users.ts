import { setTimeout as wait } from "node:timers/promises";
import { Visitor } from "../served/visitor";
import { CENSUS_PASSWORD } from "./census-folder";
import { formFields } from "./form-fields";

const PAUSE_MS = 500;

/** Changes the last name of accounts that nobody uses, one after the other, through their form. Returns how many times. */
export async function editUsers(
  origin: string,
  isOver: () => boolean,
): Promise<number> {
  const visitor = new Visitor(origin);
  await visitor.signIn("demo-accounts", CENSUS_PASSWORD);
  const { text } = await visitor.read("/users?q=bench-edited");
  const paths = [...new Set(text.match(/\/users\/\d+\/edit/g) ?? [])];
  if (paths.length === 0) throw new Error("there is nobody to edit");
  let edits = 0;
  while (!isOver()) {
    const path = paths[edits % paths.length] ?? "";
    const fields = formFields((await visitor.read(path)).text, "lastname");
    fields.set("lastname", `Edited ${edits}`);
    const { status } = await visitor.post(path, fields);
    if (status !== 303) throw new Error(`${path}: saving gave ${status}`);
    edits += 1;
    await wait(PAUSE_MS);
  }
  visitor.leave();
  return edits;
}
