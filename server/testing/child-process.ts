import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { inject } from "vitest";

export interface TestProcess {
  child: ChildProcess;
  lines: string[];
  /** Resolves with the first matching line; rejects if the process ends without it. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** Exit status (null: a signal) and standard error. */
  ended: Promise<{ status: number | null; errors: string }>;
}

/** Runs a command to its end; `said` is its standard output. */
export async function runToEnd(...given: Parameters<typeof runFile>) {
  const { lines, ended } = runFile(...given);
  return { ...(await ended), lines, said: lines.join("\n") };
}

export function compiledFile(file: string): string {
  return path.join(inject("compiledProcesses"), file.replace(/\.ts$/, ".js"));
}

export function runFile(
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
): TestProcess {
  const child = spawn(process.execPath, [compiledFile(file), ...args], {
    env: {
      NODE_ENV: "test",
      PATH: path.dirname(process.execPath),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const ended = once(child, "close").then(([status]) => ({
    status: status as number | null,
    errors,
  }));
  return {
    child,
    lines,
    line: (fits) =>
      new Promise((resolve, reject) => {
        const known = lines.find(fits);
        if (known !== undefined) return resolve(known);
        reader.on("line", (line) => fits(line) && resolve(line));
        ended.then(
          () =>
            reject(
              new Error(
                `ended without it: ${errors}${lines.slice(-3).join("\n")}`,
              ),
            ),
          reject,
        );
      }),
    ended,
  };
}
