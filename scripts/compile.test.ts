import { existsSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { compiledCommand } from "./compile.mjs";

it("compiles a command once, as long as no source has changed", async () => {
  const file = await compiledCommand("import");
  const { mtimeMs } = statSync(file);
  expect(await compiledCommand("import")).toBe(file);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  expect(existsSync(await compiledCommand("settings"))).toBe(true);
});

it("tells which commands there are where there is none of that name", async () => {
  await expect(compiledCommand("export")).rejects.toThrow(
    /^There is no command export, but api, backup, /,
  );
});
