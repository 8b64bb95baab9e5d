import { readFileSync } from "node:fs";
import { join } from "node:path";
import url from "./login.css";

/**
 * Small enough for the document, so that a slow line needs one answer; the whole sheet loads meanwhile. The server
 * alone has it.
 */
export const LOGIN_SHEET: string | undefined = readFileSync(
  join("public", url),
  "utf8",
);
