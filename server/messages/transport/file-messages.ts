import { readFile, stat } from "node:fs/promises";
import { CommandError } from "~server/command-line/command-error";
import { isJson } from "~/features/messages/rules/message-segments";
import { readFhir } from "../fhir/read-fhir";
import { isOfSeveral, splitMessages } from "~/features/messages/rules/hl7/er7";

/** A file of which nothing can be used; the message says why, without patient data. */
export class UnreadableFile extends CommandError {}

/** A file is read whole, and several times that is in memory while it is taken apart. */
const FILE_BYTES = 100_000_000;

/** The objects of JSON take many times their text, and each Encounter is written with what it refers to. */
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

/** Marks of MLLP around messages that were taken from a line as they went over it. */
const FRAME_END = "\u001C";

/** Where the first character stands, behind space and a mark of the order of bytes. */
const HEAD_BYTES = 1_000;

/**
 * The messages of a file, each with the bytes that it has there: one message or many, a batch, or FHIR by the end of its name or by how it
 * begins, as standard input has no name.
 */
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

/** Each message may have a character set of its own, so their bytes are taken apart, and not their text. */
function er7Messages(bytes: Uint8Array): Uint8Array[] {
  const text = Buffer.from(bytes).toString("latin1");
  return splitMessages(text.replaceAll(FRAME_END, "")).map((message) =>
    Buffer.from(message, "latin1"),
  );
}

/** The messages of a frame: one as it is, or several, or those of a batch, each by itself. */
export function messagesOfFrame(bytes: Uint8Array): Uint8Array[] {
  const isSeveral = isOfSeveral(Buffer.from(bytes).toString("latin1"));
  return isSeveral ? er7Messages(bytes) : [bytes];
}
