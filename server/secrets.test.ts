import type { KeyObject } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Seal } from "~/runtime/seal.server";
import { deriveSecrets, openSecrets } from "./secrets";
import { runFile } from "./testing/child-process";
import { makeTemporaryFolder } from "./testing/temporary-folder";

/** Processes and password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** Two keys are one where they are written alike, and two seals where they tell the same text alike. */
const textOf = (key: KeyObject | Seal) =>
  key instanceof Seal ? key.digest("a text") : key.export().toString("hex");

describe("the secrets of an installation", () => {
  let DATA_DIR: string;
  let file: string;
  let remove: () => void;
  beforeEach(() => {
    const made = makeTemporaryFolder();
    DATA_DIR = path.join(made.folder, "data");
    file = path.join(DATA_DIR, "session-secret");
    remove = made.remove;
  });
  afterEach(() => remove());

  it("are made once, in a file that others cannot read", () => {
    const made = textOf(openSecrets({ DATA_DIR }).tokenKey);
    expect(textOf(openSecrets({ DATA_DIR }).tokenKey)).toBe(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(readdirSync(DATA_DIR)).toEqual(["session-secret"]);
  });

  it("come from SESSION_SECRET where it is set, and then nothing is written", () => {
    const SESSION_SECRET = "s".repeat(32);
    const { tokenKey } = openSecrets({ DATA_DIR, SESSION_SECRET });
    expect(textOf(tokenKey)).toBe(
      textOf(deriveSecrets(SESSION_SECRET).tokenKey),
    );
    expect(() => statSync(DATA_DIR)).toThrow(/ENOENT/);
  });

  it("differ by purpose, and from the secret itself", () => {
    openSecrets({ DATA_DIR });
    const secret = readFileSync(file, "utf8");
    const secrets = Object.values(deriveSecrets(secret));
    const itself = Buffer.from(secret, "hex").toString("hex");
    const texts = [...secrets.map(textOf), itself];
    expect(new Set(texts).size).toBe(secrets.length + 1);
  });

  it("are the same for two processes that start together", async () => {
    const processes = [1, 2, 3].map(() =>
      runFile("server/testing/processes/print-secret.ts", [DATA_DIR]),
    );
    for (const { ended } of processes) await ended;
    const keys = new Set(processes.flatMap(({ lines }) => lines));
    expect([...keys]).toEqual([textOf(openSecrets({ DATA_DIR }).tokenKey)]);
  });

  it("are not taken from a file that holds something else", () => {
    openSecrets({ DATA_DIR });
    writeFileSync(file, "");
    expect(() => openSecrets({ DATA_DIR })).toThrow(/does not hold a secret/);
  });
});
