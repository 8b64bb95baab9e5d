import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWithBuiltFile } from "./built-files.server";

const disk = vi.hoisted(() => ({ readFile: vi.fn() }));
vi.mock("node:fs/promises", () => disk);

beforeEach(() => {
  disk.readFile.mockReset().mockResolvedValue(Buffer.from("file"));
});

function isAnswered(url: string): Promise<boolean> {
  const headers = { "accept-encoding": "br" };
  const response = { writeHead: vi.fn(), end: vi.fn() };
  return answerWithBuiltFile(
    { method: "GET", url, headers } as unknown as IncomingMessage,
    response as unknown as ServerResponse,
  );
}

test.each([
  ["a sheet of Remix's compiler", "/build/_assets/tailwind-CSZIN3M5.css"],
  ["a script of Remix's compiler", "/build/_shared/chunk-ABCDEF27.js"],
  ["a list of routes", "/build/manifest-7FCB767F.js"],
  ["a script of Rollup", "/build/users._id.edit-fbq60hv0.js"],
  ["a route with a parameter", "/build/routes/users.$id-ABCDEF27.js"],
])("%s is known by its digest", async (_, url) => {
  expect(await isAnswered(url)).toBe(true);
  expect(disk.readFile).toHaveBeenCalledWith(`public${url}.br`);
});

test.each([
  ["in letters of both sizes", "/build/root-bc5XX8q3.js"],
  ["with a letter that neither has", "/build/root-bc5_x8q3.js"],
  ["too long", "/build/root-bc5xx8q3a.js"],
  ["too short", "/build/root-bc5xx8q.js"],
  ["of something else", "/build/root-bc5xx8q3.map"],
])("a digest %s is none, and no file is looked for", async (_, url) => {
  expect(await isAnswered(url)).toBe(false);
  expect(disk.readFile).not.toHaveBeenCalled();
});
