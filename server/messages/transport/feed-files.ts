import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  isJson,
  isOfSeveral,
  splitMessages,
} from "~/features/messages/rules/hl7/er7";
import type { Clock } from "~server/clock/clock";
import {
  CommandError,
  describeError,
} from "~server/command-line/command-error";
import type { Progress } from "~server/command-line/progress";
import { chunksOf } from "~server/measures/question";
import { readFhir } from "../fhir/read-fhir";
import {
  MESSAGE_BYTES,
  tooLarge,
  type Incoming,
  type Outcome,
  type Receive,
} from "../receive";

/** The message says why the file is unusable, without patient data. */
export class UnreadableFile extends CommandError {}

/** Reading a whole file takes several times its size in memory. */
const FILE_BYTES = 100_000_000;

const FHIR_FILE_BYTES = 10_000_000;

export function isFhirFile(name: string): boolean {
  return /\.(json|ndjson)$/i.test(name);
}

export async function readWhole(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  checkSize(size, isFhirFile(file) ? FHIR_FILE_BYTES : FILE_BYTES);
  return readFile(file);
}

function checkSize(size: number, most: number): void {
  if (size <= most) return;
  throw new UnreadableFile(
    `It is larger than ${most / 1_000_000} MB. Split it.`,
  );
}

/** Separates messages recorded from an MLLP connection. */
const FRAME_END = "\u001C";

const HEAD_BYTES = 1_000;

/** Copies byte for byte. The file's name shows FHIR or, on standard input, the first character does. */
export function messagesOf(bytes: Uint8Array, name: string): Uint8Array[] {
  const messages = isFhir(bytes, name)
    ? fhirMessages(bytes)
    : er7Messages(bytes);
  if (messages.length > 0) return messages;
  throw new UnreadableFile("It holds no message.");
}

export function isFhir(bytes: Uint8Array, name: string): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  return isFhirFile(name) || isJson(head);
}

function fhirMessages(bytes: Uint8Array): Uint8Array[] {
  checkSize(bytes.length, FHIR_FILE_BYTES);
  const messages = readFhir(new TextDecoder().decode(bytes));
  if (!messages) throw new UnreadableFile("It is no FHIR.");
  return messages.map(({ raw }) => Buffer.from(raw));
}

/** Splits bytes, because each message may have its own character set. */
function er7Messages(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes).toString("latin1");
  return splitMessages(text.replaceAll(FRAME_END, "")).map((message) =>
    Buffer.from(message, "latin1"),
  );
}

export function messagesOfFrame(bytes: Uint8Array): Uint8Array[] {
  const isSeveral = isOfSeveral(Buffer.from(bytes).toString("latin1"));
  return isSeveral ? er7Messages(bytes) : [bytes];
}

/** Messages stored together share a transaction. */
const AT_ONCE = 32;

interface FileOptions {
  receive: Receive;
  via: Incoming["via"];
  clock: Clock;
  count(outcome: Outcome): void;
  onDone?(done: number): void;
  stopping?: AbortSignal;
}

/** Takes a file's messages in order, and lists which were not used. Null if stopped. Rejects if one could not be stored. */
export async function receiveAll(
  messages: readonly Uint8Array[],
  { receive, via, clock, count, onDone, stopping }: FileOptions,
): Promise<string[] | null> {
  const notUsed: string[] = [];
  let done = 0;
  for (const some of chunksOf(messages, AT_ONCE)) {
    if (stopping?.aborted) return null;
    const receipts = some.map(async (bytes) =>
      bytes.length > MESSAGE_BYTES
        ? tooLarge(MESSAGE_BYTES)
        : receive({ bytes, via, receivedAt: clock() }),
    );
    // Nothing may run on after a rejection.
    await Promise.allSettled(receipts);
    for (const { code, text, outcome } of await Promise.all(receipts)) {
      done += 1;
      count(outcome);
      onDone?.(done);
      if (code !== "AA") notUsed.push(`message ${done}: ${code} ${text}`);
    }
  }
  return notUsed;
}

const STANDARD_INPUT = "-";

const LISTED_MESSAGES = 100;

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  stored: "stored",
  repeated: "known already",
  aside: "set aside",
  unusable: "of no use",
  refused: "refused",
};

export async function feedFiles({
  files,
  input,
  progress,
  ...ways
}: {
  files: readonly string[];
  input: Readable;
  receive: Receive;
  clock: Clock;
  progress: Progress;
}) {
  const counts = new Map<Outcome, number>();
  const problems: string[] = [];
  for (const file of files) {
    const name = file === STANDARD_INPUT ? "standard input" : file;
    progress.step(`Reading ${name}`);
    let messages: Uint8Array[];
    try {
      const bytes =
        file === STANDARD_INPUT ? await buffer(input) : await readWhole(file);
      messages = messagesOf(bytes, path.basename(file));
    } catch (error) {
      problems.push(`${name}: ${describeError(error)}`);
      continue;
    }
    const notUsed = await receiveAll(messages, {
      ...ways,
      via: "file",
      count: (outcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1),
      onDone: (done) => progress.at(done, messages.length),
    });
    problems.push(...(notUsed ?? []).map((one) => `${name}: ${one}`));
  }
  progress.end();
  const more = problems.length - LISTED_MESSAGES;
  return {
    lines: [
      ...problems.slice(0, LISTED_MESSAGES),
      ...(more > 0 ? [`And ${more} more.`] : []),
      summaryOf(counts),
    ],
    isAllUsed: problems.length === 0,
  };
}

function summaryOf(totals: ReadonlyMap<Outcome, number>): string {
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const count = totals.get(outcome as Outcome);
    return count ? [`${count} ${words}`] : [];
  });
  return `Messages: ${all}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}.`;
}
