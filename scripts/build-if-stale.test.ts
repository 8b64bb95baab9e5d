import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { buildIfStale, isStale } from "./build-if-stale.mjs";

it(
  "builds nothing where nothing has changed since the last build",
  { timeout: 120_000 },
  async () => {
    await buildIfStale();
    const onBuild = vi.fn();
    await buildIfStale(onBuild);
    expect(onBuild).not.toHaveBeenCalled();
  },
);

it("takes a build for stale that has no sheets, is older than a source, or was stopped half-way", () => {
  const root = mkdtempSync(join(tmpdir(), "sojourn-stale-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["app", "build", ".cache"])
    mkdirSync(join(root, folder));
  const source = join(root, "app", "root.tsx");
  writeFileSync(source, "");
  writeFileSync(join(root, "build", "index.js"), "");
  utimesSync(source, 1, 1);
  expect(isStale(root)).toBe(true);
  mkdirSync(join(root, "public", "build", "_assets"), { recursive: true });
  expect(isStale(root)).toBe(false);
  const later = Date.now() / 1000 + 60;
  utimesSync(source, later, later);
  expect(isStale(root)).toBe(true);
  utimesSync(source, 1, 1);
  writeFileSync(join(root, ".cache", "half-built"), "");
  expect(isStale(root)).toBe(true);
});
