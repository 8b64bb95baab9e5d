import { describe, expect, it } from "vitest";
import { decodeMessage } from "./charset";

/** A header whose MSH-18 is given, and a segment of these bytes. */
function bytes(charset: string, ...name: number[]): Uint8Array {
  const header = `MSH|^~\\&|PCC|MAPLE|||20260614||ADT^A08|1|P|2.5||||||${charset}\rPID|1||7||`;
  return Buffer.concat([Buffer.from(header, "latin1"), Buffer.from(name)]);
}

function nameIn(message: Uint8Array): string | undefined {
  return decodeMessage(message).split("|").at(-1);
}

const UTF8 = [0xc3, 0xa9];

describe("the characters of a message", () => {
  it.each<[string, number[], string]>([
    ["8859/1", [0xe9], "é"],
    ["8859/1", UTF8, "Ã©"],
    ["8859/2", [0xb3], "ł"],
    ["8859/5", [0xd6], "ж"],
    ["8859/15", [0xa4], "€"],
    ["8859/2~UNICODE UTF-8", [0xb3], "ł"],
    ["UNICODE UTF-8", UTF8, "é"],
    ["UNICODE", UTF8, "é"],
    ["", UTF8, "é"],
    ["", [0xe9], "é"],
    ["", [0x93], "“"],
    ["ASCII", UTF8, "é"],
    ["ASCII", [0xe9], "é"],
    ["UNICODE UTF-8", [0xe9], "é"],
    ["8859/12", UTF8, "é"],
    ["8859/99", [0xe9], "é"],
    ["ISO IR87", UTF8, "é"],
  ])("with MSH-18 %j and the bytes %j are %s", (charset, sent, read) => {
    expect(nameIn(bytes(charset, ...sent))).toBe(read);
  });

  it("are read whatever the delimiters are, and without a mark of byte order", () => {
    const sent = Buffer.concat([
      Buffer.from("MSH#*@!%#A#B###1##ADT#1#P#2.5######8859/5\rPID#1##"),
      Buffer.from([0xd6]),
    ]);
    expect(decodeMessage(sent).at(-1)).toBe("ж");
    expect(decodeMessage(Buffer.from("\uFEFFMSH|"))).toBe("MSH|");
  });
});
