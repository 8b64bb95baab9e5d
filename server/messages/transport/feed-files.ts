import { buffer } from "node:stream/consumers";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Clock } from "~server/clock/clock";
import { describeError } from "~server/command-line/command-error";
import type { Progress } from "~server/command-line/progress";
import type { Outcome, Receive } from "../receive";
import { messagesOf, readWhole } from "./file-messages";
import { receiveAll } from "./receive-all";

const STANDARD_INPUT = "-";

const LISTED_MESSAGES = 100;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  stored: "stored",
  repeated: "known already",
  aside: "set aside",
  unusable: "of no use",
  refused: "refused",
};

interface FilesOptions {
  files: readonly string[];
  input: Readable;
  receive: Receive;
  clock: Clock;
  progress: Progress;
}

export async function feedFiles(options: FilesOptions) {
  const { files, progress } = options;
  const totals = new Map<Outcome, number>();
  const problems: string[] = [];
  for (const file of files) {
    const name = file === STANDARD_INPUT ? "standard input" : file;
    progress.step(`Reading ${name}`);
    const messages = await readMessages(file, options);
    if (typeof messages === "string") {
      problems.push(`${name}: ${messages}`);
      continue;
    }
    const { counts, notUsed } = await receiveAll(messages, {
      receive: options.receive,
      clock: options.clock,
      via: "file",
      onDone: (done) => progress.at(done, messages.length),
    });
    for (const [outcome, count] of counts) {
      totals.set(outcome, (totals.get(outcome) ?? 0) + count);
    }
    for (const { number, code, text } of notUsed) {
      problems.push(`${name}: message ${number}: ${code} ${text}`);
    }
  }
  progress.end();
  const more = problems.length - LISTED_MESSAGES;
  return {
    lines: [
      ...problems.slice(0, LISTED_MESSAGES),
      ...(more > 0 ? [`And ${more} more.`] : []),
      summaryOf(totals),
    ],
    isAllUsed: problems.length === 0,
  };
}

async function readMessages(
  file: string,
  { input }: FilesOptions,
): Promise<Uint8Array[] | string> {
  try {
    const bytes =
      file === STANDARD_INPUT ? await buffer(input) : await readWhole(file);
    return messagesOf(bytes, path.basename(file));
  } catch (error) {
    return describeError(error);
  }
}

function summaryOf(totals: ReadonlyMap<Outcome, number>): string {
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const count = totals.get(outcome as Outcome);
    return count ? [`${count} ${words}`] : [];
  });
  return `Messages: ${all}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}.`;
}
