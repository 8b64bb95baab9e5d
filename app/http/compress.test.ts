import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress } from "./compress.server";

const HTML = Buffer.from("<p>long enough to be worth it</p>".repeat(100));

describe("compress", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, br ; q=0.5", "br"],
    ["gzip, br;q=0", "gzip"],
    ["gzip, br ;q=0.000", "gzip"],
    ["identity", null],
    ["brotli, x-gzip", null],
    ["", null],
  ])("answers Accept-Encoding %j with %j", async (header, encoding) => {
    expect((await compress(HTML, header)).encoding).toBe(encoding);
  });

  it("keeps what it packs", async () => {
    const { body: brotli } = await compress(HTML, "br");
    expect(brotliDecompressSync(brotli)).toEqual(HTML);
    const { body: gzip } = await compress(HTML, "gzip");
    expect(gunzipSync(gzip)).toEqual(HTML);
  });

  it("leaves a short document as it is", async () => {
    const { encoding } = await compress(Buffer.from("short"), "br");
    expect(encoding).toBeNull();
  });

  it("reads the longest header that a request can have in no time", async () => {
    const header = `a${" ".repeat(16_000)}b`;
    const started = performance.now();
    for (let times = 0; times < 20; times += 1) {
      await compress(Buffer.alloc(2_000), header);
    }
    // A pattern that tries each blank again takes seconds.
    expect(performance.now() - started).toBeLessThan(500);
  });
});
