import { describe, expect, it } from "vitest";
import type { ExportSlot } from "~server/export-limit";
import { readAhead } from "./streamed-file";

const textOf = (rows: number[]) => rows.map((row) => `${row}\r\n`).join("");
const slot: ExportSlot = { inTurn: (work) => work(), release: () => undefined };

describe("rows that are read ahead", () => {
  it("are all read before any is taken, and given page by page", async () => {
    let read = 0;
    const parts = readAhead<number>(
      async (eachPage) => {
        for (const page of [[1, 2], [], [3]]) {
          await eachPage(async () => page);
          read += 1;
        }
      },
      textOf,
      slot,
    );
    await expect.poll(() => read).toBe(3);
    expect(await parts.next()).toEqual({ rows: 2, text: "1\r\n2\r\n" });
    expect(await parts.next()).toEqual({ rows: 1, text: "3\r\n" });
    expect(await parts.next()).toBeNull();
  });

  it("are given as they come to whoever waits for them", async () => {
    const pages: ((rows: number[]) => void)[] = [];
    const parts = readAhead<number>(
      async (eachPage) => {
        for (let page = 0; page < 2; page++) {
          await eachPage(() => new Promise((resolve) => pages.push(resolve)));
        }
      },
      textOf,
      slot,
    );
    const first = parts.next();
    await expect.poll(() => pages.length).toBe(1);
    pages[0]?.([7]);
    expect(await first).toEqual({ rows: 1, text: "7\r\n" });
    const second = parts.next();
    await expect.poll(() => pages.length).toBe(2);
    pages[1]?.([]);
    expect(await second).toBeNull();
  });

  it("are followed by what has failed, never by an end", async () => {
    const parts = readAhead<number>(
      async (eachPage) => {
        await eachPage(async () => [1]);
        throw new Error("the disk is gone");
      },
      textOf,
      slot,
    );
    expect(await parts.next()).toEqual({ rows: 1, text: "1\r\n" });
    for (let time = 0; time < 2; time += 1) {
      await expect(parts.next()).rejects.toThrow("the disk is gone");
    }
  });
});
