import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLine, type Line } from "../../e2e/clients/line";

const PAGE = "<!doctype html><html><head><title>Page</title></head></html>";
const portal = createServer((request, answer) => {
  if (request.url === "/page") {
    answer
      .writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-length": PAGE.length,
        "content-security-policy": "script-src 'nonce-abc'",
      })
      .end(PAGE);
    return;
  }
  answer.writeHead(200, { "content-type": "text/javascript" }).end("whole");
});
let line: Line;

beforeEach(async () => {
  await new Promise<void>((done) => portal.listen(0, "127.0.0.1", done));
  const address = portal.address();
  line = await openLine(
    typeof address === "object" && address ? address.port : 0,
  );
});

afterEach(async () => {
  await line.close();
  portal.closeAllConnections();
  await new Promise((done) => portal.close(done));
});

async function ask(path: string): Promise<string> {
  const answer = await fetch(line.origin + path);
  return `${answer.status} ${await answer.text()}`;
}

test("refuses scripts, and lets everything else pass", async () => {
  expect(await ask("/build/a.js")).toBe("200 whole");
  line.setFault("scripts refused");
  expect(await ask("/build/a.js")).toBe("403 Forbidden");
  expect(await ask("/build/a.css")).toBe("200 whole");
});

test("is cut, and whole again at the same address", async () => {
  await line.cut();
  await expect(ask("/build/a.js")).rejects.toThrow();
  await line.mend();
  expect(await ask("/build/a.js")).toBe("200 whole");
});

test("hears what the scripts of a page complain about", async () => {
  const page = await ask("/page");
  expect(page).toContain('<head><script nonce="abc">');
  expect(page).toMatch(/<\/html>$/);
  const [, path = ""] = /sendBeacon\("([^"]+)"/.exec(page) ?? [];
  await fetch(line.origin + path, { method: "POST", body: "uncaught" });
  await expect.poll(() => line.errors).toEqual(["uncaught"]);
});
