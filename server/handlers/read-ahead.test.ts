import { expect, it } from "vitest";
import type { ExportSlot } from "~server/export-limit";
import { readAhead } from "./streamed-file";

const textOf = (rows: number[]) => rows.map((row) => `${row}\r\n`).join("");
const slot: ExportSlot = { inTurn: (work) => work(), release: () => undefined };

it("rows that are read ahead are given as they come to whoever waits for them", async () => {
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
