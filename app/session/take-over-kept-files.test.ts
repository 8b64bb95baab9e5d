import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeOverKeptFiles } from "./take-over-kept-files.server";
import type { KeptForm } from "./kept-form-store.server";

const FORM: KeptForm = {
  owner: "digest",
  path: "/page",
  fields: [["field", "a"]],
};
const digest = (text: string) =>
  createHash("sha256").update(text).digest("hex");
const SENDER = digest("a session").slice(0, 32);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-take-over-"));
  mkdirSync(join(folder, "kept-forms"));
  mkdirSync(join(folder, "sessions"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As versions up to 0.1.0 named it. */
function write(text: string, keptAt = Date.now()): string {
  const page = digest("/page").slice(0, 16);
  const name = `${SENDER}-${page}-${digest(text)}`;
  const path = join(folder, "kept-forms", name);
  writeFileSync(path, text);
  utimesSync(path, keptAt / 1000, keptAt / 1000);
  return path;
}

type Kept = [sender: string, form: KeptForm, keptAt: number];

function takingStore() {
  const kept: Kept[] = [];
  return {
    kept,
    keepOf: async (...one: Kept) => kept.push(one) > 0,
  };
}

it("takes each form with its session and its age, and leaves no folder", async () => {
  const keptAt = Date.now() - 60_000;
  write(JSON.stringify(FORM), keptAt);
  write("{half");
  writeFileSync(join(folder, "sessions", digest("one")), "with its tokens");
  writeFileSync(join(folder, "sessions", `${digest("one")}.lock`), "");
  const store = takingStore();
  expect(await takeOverKeptFiles(folder, store)).toBe(1);
  expect(store.kept).toEqual([[SENDER, FORM, keptAt]]);
  expect(readdirSync(folder)).toEqual([]);
  expect(await takeOverKeptFiles(folder, store)).toBe(0);
});

it("leaves a form where it is while it cannot be kept", async () => {
  const path = write(JSON.stringify(FORM));
  const keepOf = () => Promise.reject(new Error("full"));
  await expect(takeOverKeptFiles(folder, { keepOf })).rejects.toThrow("full");
  expect(existsSync(path)).toBe(true);
});

it("removes nothing that is not its own", async () => {
  for (const name of ["kept-forms", "sessions"]) {
    writeFileSync(join(folder, name, "notes.txt"), "mine");
  }
  await takeOverKeptFiles(folder, takingStore());
  expect(readdirSync(join(folder, "sessions"))).toEqual(["notes.txt"]);
  expect(readdirSync(join(folder, "kept-forms"))).toEqual(["notes.txt"]);
});
