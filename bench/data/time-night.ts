import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";
import { NO_PROGRESS } from "~server/command-line/progress";
import { importCensus } from "~server/imports/import-census";
import { paceOf } from "~server/imports/parts";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { percentile } from "../served/figures";
import type { BenchStore } from "./open-bench-store";
import { writeNight } from "./write-night";

/** The import of a night's folder, beside another process that writes all the time; times in ms. */
export interface NightTimes {
  rows: number;
  ms: number;
  /** Of that, from the first part to the end. */
  storingMs: number;
  parts: WaitTimes;
  /** What a write of the other process took. */
  beside: WaitTimes;
}

interface WaitTimes {
  count: number;
  median: number;
  p99: number;
  longest: number;
}

function timesOf(ms: readonly number[]): WaitTimes {
  return {
    count: ms.length,
    median: percentile(ms, 0.5),
    p99: percentile(ms, 0.99),
    longest: Math.max(...ms),
  };
}

/** Imports all rows of the store again, half a percent of the stays changed. */
export async function timeNight(
  store: Omit<BenchStore, "settle">,
  now: Date,
): Promise<NightTimes> {
  const { folder, remove } = makeTemporaryFolder();
  try {
    const rows = await writeNight(store.db, folder);
    const writer = fork(
      path.join(import.meta.dirname, "processes", "write-beside.ts"),
      [JSON.stringify(store.location)],
    );
    await once(writer, "message");
    const pace = paceOf(store.dialect);
    const from = performance.now();
    let storingFrom = from;
    // A part asks for the time when it has the lock, and when it has given it back.
    const marks: number[] = [];
    const { outcome } = await importCensus({
      store,
      folder,
      dataDir: folder,
      replace: false,
      now,
      progress: {
        ...NO_PROGRESS,
        step(title) {
          if (title === "Storing") storingFrom = performance.now();
        },
      },
      pace: {
        ...pace,
        clockMs() {
          marks.push(performance.now());
          return marks.at(-1) ?? 0;
        },
      },
    });
    if (outcome !== "stored") throw new Error(`the night is ${outcome}`);
    const until = performance.now();
    const told = once(writer, "message");
    writer.send("end");
    const parts = marks.flatMap((mark, at) =>
      at % 2 === 1 ? [mark - (marks[at - 1] ?? mark)] : [],
    );
    const took = z.array(z.number()).parse((await told)[0]);
    return {
      rows,
      ms: until - from,
      storingMs: until - storingFrom,
      parts: timesOf(parts),
      beside: timesOf(took),
    };
  } finally {
    remove();
  }
}

/** Rows of a table with a column for each measurement. */
export function nightRows(nights: readonly NightTimes[]): string[][] {
  const row = (what: string, cell: (night: NightTimes) => string) => [
    what,
    ...nights.map(cell),
  ];
  const ms = ({ median, longest }: WaitTimes) =>
    `${median.toFixed(0)} / ${longest.toFixed(0)}`;
  const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`;
  return [
    row("rows of a night's folder", ({ rows }) => rows.toLocaleString("en-US")),
    row("its import", (night) => seconds(night.ms)),
    row("of that storing", ({ storingMs }) => seconds(storingMs)),
    row("its parts", ({ parts }) => String(parts.count)),
    row("a part: ms, median / longest", ({ parts }) => ms(parts)),
    row("a write beside it: ms, median / longest", ({ beside }) => ms(beside)),
  ];
}
