import { readFile, stat } from "node:fs/promises";
import { CommandError } from "~server/command-line/command-error";
import { isJson } from "~/features/messages/rules/message-segments";
import { readFhir } from "../fhir/read-fhir";
import { isOfSeveral, splitMessages } from "~/features/messages/rules/hl7/er7";

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
