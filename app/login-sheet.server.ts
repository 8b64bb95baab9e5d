import { readFileSync } from "node:fs";
import { join } from "node:path";
import url from "./login.css";

/**
 * The style sheet of the login page, small enough to be in the document: who comes over a thin line reads and uses the
 * page after one answer, and the whole sheet comes while they type. Browsers get it in the document alone.
 */
export const LOGIN_SHEET: string | undefined = readFileSync(
  join("public", url),
  "utf8",
);
