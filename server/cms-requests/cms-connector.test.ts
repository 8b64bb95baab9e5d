import { writeFileSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { openDataServer } from "~server/data-server";
import { parseSettings } from "~/contract/settings";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { loadConnector } from "./cms-connector";

const log = pino({ level: "silent" });
const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

let files = 0;
function moduleOf(code: string): string {
  const file = path.join(folder, `connector-${++files}.mjs`);
  writeFileSync(file, code);
  return file;
}

describe("an operator's connector", () => {
  it("is what the default export of its module makes, found from the working directory", async () => {
    const file = moduleOf(
      "export default async (setup) => ({ fetchReport: async () => ({ state: 'refused', words: typeof setup.log.info }) });",
    );
    const fromHere = path.relative(process.cwd(), file);
    const connector = await loadConnector(fromHere, { log });
    const answer = connector.fetchReport(
      {} as Parameters<typeof connector.fetchReport>[0],
      { signal: new AbortController().signal, now: new Date(0) },
    );
    expect(await answer).toEqual({ state: "refused", words: "function" });
  });

  it.each([
    ["export const x = 1;", /has no default export that is a function$/],
    ["export default {};", /has no default export that is a function$/],
    [
      "export default () => ({});",
      /made no object with a function fetchReport$/,
    ],
    [
      "export default () => null;",
      /made no object with a function fetchReport$/,
    ],
    ["export default () => { throw new Error('no key'); };", /failed: no key$/],
    ["syntax error", /cannot be loaded: /],
  ])("ends the start where its module is %j", async (code, words) => {
    const file = moduleOf(code);
    const failed = loadConnector(file, { log });
    await expect(failed).rejects.toThrow(words);
    await expect(failed).rejects.toThrow(`CMS_CONNECTOR: `);
  });

  it("leaves the data folder to others where it cannot be loaded", async () => {
    const { settings } = parseSettings({
      DATA_DIR: folder,
      CMS_CONNECTOR: path.join(folder, "none.mjs"),
    });
    if (!settings) throw new Error("bad settings");
    await expect(openDataServer({ settings, log })).rejects.toThrow(
      /^CMS_CONNECTOR: .*none\.mjs cannot be loaded/,
    );
    const { CMS_CONNECTOR: _, ...without } = settings;
    const server = await openDataServer({ settings: without, log });
    await server.close();
  });
});
