import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const LEAVE = "qy";

/** Keys of w3m: to the next link or field, and follow it, press it, or type into it. */
export const NEXT = "\t";
export const ENTER = "\r";

/** Goes to where a text stands, and follows the link or presses the button there. */
export function follow(text: string): string {
  return `/${text}${ENTER}${ENTER}`;
}

/** Types into the field that the cursor is on. */
export function fill(text: string): string {
  return `${ENTER}${text}${ENTER}`;
}

/**
 * What the screens of w3m hold, as text, after each of the steps, which are keys alone: a terminal of its own, an address
 * to begin with, and no cookie. w3m takes one key after the other, so that none has to wait for a page.
 */
export function walkInW3m(address: string, steps: readonly string[]): string[] {
  const home = mkdtempSync(path.join(tmpdir(), "sojourn-w3m-"));
  const fileOf = (step: number) => path.join(home, `${step}.txt`);
  const keys = steps.map((step, at) => `${step}S${fileOf(at)}${ENTER}`);
  try {
    execFileSync(
      "script",
      ["-qec", `w3m -cookie -no-mouse -O UTF-8 ${address}`, "/dev/null"],
      {
        input: [...keys, LEAVE].join(""),
        timeout: 20_000,
        env: { ...process.env, HOME: home, TERM: "vt100" },
      },
    );
    return steps.map((_, at) => readFileSync(fileOf(at), "utf8"));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
