import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { FrameReader, framed } from "./mllp-frames";

const MAX = 200;

function textsOf(chunks: readonly Uint8Array[], maxBytes = MAX): string[] {
  const reader = new FrameReader(maxBytes);
  return chunks
    .flatMap((chunk) => reader.push(chunk))
    .map(({ bytes, isTooLarge }) =>
      isTooLarge ? "too large" : Buffer.from(bytes).toString("latin1"),
    );
}

function read(stream: string, maxBytes = MAX): string[] {
  return textsOf([Buffer.from(stream, "latin1")], maxBytes);
}

/** A message with any bytes but those of frames, and now and then an FS that ends nothing. */
const message = fc
  .tuple(
    fc.stringMatching(/^[A-Z\r |é]{0,60}$/),
    fc.constantFrom("", "\u001C", "\u001C\u001C"),
    fc.stringMatching(/^[a-z]{1,20}$/),
  )
  .map((parts) => parts.join(""));

/** What may stand between messages. */
const between = fc.constantFrom("", "", "\r", "\r\n", "noise\u001C\r");

describe("messages in a stream", () => {
  it("are the same however the stream is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(between, message), { maxLength: 8 }),
        fc.array(fc.nat({ max: 600 }), { maxLength: 20 }),
        (sent, cuts) => {
          const stream = Buffer.concat(
            sent.flatMap(([noise, text]) => [
              Buffer.from(noise),
              framed(Buffer.from(text, "latin1")),
            ]),
          );
          const ends = [...cuts, stream.length].sort((a, b) => a - b);
          const chunks = ends.map((end, at) =>
            stream.subarray(at === 0 ? 0 : ends[at - 1], end),
          );
          expect(textsOf(chunks)).toEqual(sent.map(([, text]) => text));
        },
      ),
      runs(500),
    );
  });

  it("are the same byte by byte, with ones that are too large among them", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), (texts) => {
        const stream = Buffer.concat(
          texts.map((text) => framed(Buffer.from(text, "latin1"))),
        );
        const bytes = [...stream].map((byte) => Uint8Array.of(byte));
        expect(textsOf(bytes, 30)).toEqual(
          texts.map((text) => (text.length > 30 ? "too large" : text)),
        );
      }),
      runs(200),
    );
  });

  it.each<[string, string, string[]]>([
    ["bytes before the first", "GET /\r\n\u000BA\u001C\r", ["A"]],
    ["no CR between two", "\u000BA\u001C\u000BB\u001C\r", ["A", "B"]],
    ["an FS in the text", "\u000BA\u001CB\u001C\u001C\r", ["A\u001CB\u001C"]],
    ["a VT in the text", "\u000BA\u000BB\u001C\r", ["A\u000BB"]],
    ["one that was given up", "\u000BMSH|1\rPI\u000BMSH|2\u001C\r", ["MSH|2"]],
    ["an FS and a line feed", "\u000BA\u001C\n\u000BB\u001C\r", ["A", "B"]],
    [
      "an FS, a line feed and CR",
      "\u000BA\u001C\n\r\u000BB\u001C\r",
      ["A", "B"],
    ],
    ["an FS and zeros", "\u000BA\u001C\u0000\u0000\u000BB\u001C\r", ["A", "B"]],
    ["an FS and something", "\u000BA\u001Cxyz\u000BB\u001C\r", ["A", "B"]],
    [
      "an FS and a whole text",
      "\u000BA\u001Clonger than a trailer\u001C\r",
      ["A\u001Clonger than a trailer"],
    ],
    [
      "an FS before the end of a segment",
      "\u000BA\u001Cx\ry\u001C\r",
      ["A\u001Cx\ry"],
    ],
    [
      "two of them in one frame",
      "\u000BMSH|^~\\&|1\rPID|1\r\nMSH|^~\\&|2\rPID|2\u001C\r",
      ["MSH|^~\\&|1\rPID|1\r", "MSH|^~\\&|2\rPID|2\r"],
    ],
    [
      "two of two senders in one frame",
      "\u000BMSH|^~\\&|A|X\rPID|1\rMSH|^~\\&|B|Y\rPID|2\r\u001C\r",
      ["MSH|^~\\&|A|X\rPID|1\r", "MSH|^~\\&|B|Y\rPID|2\r"],
    ],
    [
      "three in one frame, by line feeds",
      "\u000BMSH|^~\\&|1\nPID|1\nMSH|^~\\&|2\nMSH|^~\\&|3\n\u001C\r",
      ["MSH|^~\\&|1\rPID|1\r", "MSH|^~\\&|2\r", "MSH|^~\\&|3\r"],
    ],
    [
      "a batch in one frame",
      "\u000BFHS|^~\\&\rBHS|^~\\&\rMSH|^~\\&|1\rBTS|1\rFTS|1\r\u001C\r",
      ["MSH|^~\\&|1\r"],
    ],
    ["frames without content", "\u000B\u001C\r\u000B \r\u001C\r", []],
    [
      "one of the largest size",
      `\u000B${"x".repeat(MAX)}\u001C\r`,
      ["x".repeat(MAX)],
    ],
    [
      "one that is larger",
      `\u000B${"x".repeat(MAX + 1)}\u001C\r\u000BB\u001C\r`,
      ["too large", "B"],
    ],
  ])("may have %s", (_, stream, messages) => {
    expect(read(stream)).toEqual(messages);
  });

  it.each(["", "\n", "\0", " ", "\n\n", "x"])(
    "end at an FS with %j behind it when the sender waits for its answer",
    (trailer) => {
      const reader = new FrameReader(MAX);
      expect(reader.push(Buffer.from(`\u000BA\u001C${trailer}`))).toEqual([]);
      expect([reader.awaitsEnd, reader.pendingBytes]).toEqual([true, 1]);
      expect(reader.endThere()).toHaveLength(1);
      expect([reader.awaitsEnd, reader.pendingBytes]).toEqual([false, null]);
      expect(reader.endThere()).toEqual([]);
      expect(reader.push(Buffer.from("\r\u000BB\u001C\r"))).toHaveLength(1);
      expect(reader.begun).toBe(2);
    },
  );
});
