import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { acknowledgmentOf, type Answer } from "./acknowledgment";
import { Er7Message } from "./er7";

const AT = new Date("2026-06-14T14:15:09.876Z");
const STORED: Answer = { code: "AA", text: null, controlId: "S1", at: AT };
const UNUSABLE: Answer = { ...STORED, code: "AE", text: "no patient number" };

interface Sent {
  type?: string;
  controlId?: string;
  version?: string;
  accept?: string;
  application?: string;
  charset?: string;
}

function header({
  type = "ADT^A01^ADT_A01",
  controlId = "C1",
  version = "2.5",
  accept = "",
  application = "",
  charset = "",
}: Sent = {}): string {
  return `MSH|^~\\&|PCC^1.2^ISO|MAPLE|SOJ|HOME|20260614101500||${type}|${controlId}|P|${version}|||${accept}|${application}||${charset}\rPID|1||77`;
}

function lines(message: string, answer: Answer): string[] {
  return acknowledgmentOf(message, answer)?.split("\r") ?? [];
}

describe("the answer to a message", () => {
  it("goes back to the sender, with its control id", () => {
    expect(acknowledgmentOf(header(), STORED)).toBe(
      "MSH|^~\\&|SOJ|HOME|PCC^1.2^ISO|MAPLE|20260614141509+0000||ACK^A01^ACK|S1|P|2.5\rMSA|AA|C1\r",
    );
  });

  it("says why a message cannot be used, also where version 2.7 looks for it", () => {
    expect(lines(header({ version: "2.7" }), UNUSABLE).slice(1)).toEqual([
      "MSA|AE|C1|no patient number",
      "ERR|||207^Application internal error^HL70357|E||||no patient number",
      "",
    ]);
    expect(lines(header({ version: "2.4" }), UNUSABLE).slice(1)).toEqual([
      "MSA|AE|C1|no patient number",
      "",
    ]);
  });

  it("is in the sender's delimiters, and its own words are escaped", () => {
    const message =
      "MSH#*@!%#PCC#MAPLE#S##20260614##ADT*A03#9!F!#T#2.3.1\rPID#1";
    const text = "a#b*c@d!e%f|g";
    expect(lines(message, { ...UNUSABLE, text })).toEqual([
      "MSH#*@!%#S##PCC#MAPLE#20260614141509+0000##ACK*A03*ACK#S1#T#2.3.1",
      "MSA#AE#9!F!#a!F!b!S!c!R!d!E!e!T!f|g",
      "",
    ]);
  });

  it("has blanks for delimiters where the sender has no escape", () => {
    expect(lines("MSH|^~|A|B", { ...UNUSABLE, text: "a|b" })[1]).toBe(
      "MSA|AE||a b",
    );
  });

  it.each([
    ["2.3", "ADT^A01", "ACK"],
    ["2.3^USA", "ADT^A01", "ACK"],
    ["2.3.1", "ADT^A01", "ACK^A01^ACK"],
    ["2.8^USA", "ADT^A40^ADT_A39", "ACK^A40^ACK"],
    ["2.5", "ADT", "ACK"],
    ["", "ADT^A01", "ACK^A01^ACK"],
  ])("of version %j to %s is of type %s", (version, type, answered) => {
    const fields = lines(header({ version, type }), STORED)[0]?.split("|");
    expect(fields?.[8]).toBe(answered);
    expect(fields?.[11]).toBe(version || "2.5");
  });

  it("names the character set that the message names", () => {
    const fields = lines(header({ charset: "8859/1" }), STORED)[0]?.split("|");
    expect(fields?.[17]).toBe("8859/1");
  });

  it.each(["", "GET / HTTP/1.1", "MSH", "MSH|^^\\&|A", "PID|1||7"])(
    "to %j, which is no message, has the usual delimiters",
    (text) => {
      const answer: Answer = { ...STORED, code: "AR", text: "no HL7" };
      expect(lines(text, answer)).toEqual([
        "MSH|^~\\&|SOJOURN||||20260614141509+0000||ACK|S1|P|2.5",
        "MSA|AR||no HL7",
        "ERR|||207^Application internal error^HL70357|E||||no HL7",
        "",
      ]);
    },
  );

  it("repeats the bytes of the sender's character set", () => {
    const controlId = Buffer.from("\u00e9 \u00e0").toString("latin1");
    const message = `\u00EF\u00BB\u00BF${header({ controlId })}`;
    expect(lines(message, STORED)[1]).toBe(`MSA|AA|${controlId}`);
  });

  it("repeats nothing that would end its frame, and no field without end", () => {
    const message = `MSH|^~\\&|A\u001C|B\u000B|||1||ADT^A01|${"x".repeat(5_000)}|P|2.5\u001C\rPID`;
    const answer = acknowledgmentOf(message, STORED) ?? "";
    expect(answer).not.toMatch(/[^\r -~]/);
    expect(answer.length).toBeLessThan(1_200);
    expect(answer).toContain("|2.5\rMSA|AA|xxx");
  });
});

describe("what a sender asks for in MSH-15 and MSH-16", () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ["", "", "AA", "AE"],
    ["AL", "", "CA", "CE"],
    ["AL", "AL", "CA", "CE"],
    ["AL", "NE", "CA", "CE"],
    ["NE", "AL", "AA", "AE"],
    ["", "AL", "AA", "AE"],
    ["ER", "NE", undefined, "CE"],
    ["SU", "NE", "CA", undefined],
    ["ER", "SU", "AA", "CE"],
    ["NE", "ER", undefined, "AE"],
    ["NE", "NE", undefined, undefined],
    ["XX", "", "AA", "AE"],
  ])(
    "as %j and %j is answered with %s, and a fault with %s",
    (accept, application, stored, fault) => {
      const message = header({ accept, application });
      const code = (answer: Answer) => lines(message, answer)[1]?.split("|")[1];
      expect([code(STORED), code(UNUSABLE)]).toEqual([stored, fault]);
    },
  );

  it("is the same of what is no HL7", () => {
    const answer: Answer = { ...UNUSABLE, code: "AR" };
    expect(lines(header({ accept: "AL" }), answer)[1]).toMatch(/^MSA\|CR\|/);
  });
});

describe("whatever was sent", () => {
  /** Texts that are nearly messages, with all that a frame and a header are made of. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom("MSH", "|", "^~\\&", "\r", "\n", "\u000B", "\u001C"),
        fc.string({ unit: "binary", maxLength: 20 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));

  it("is answered with one message that stays within its frame", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const message of [text, `MSH|^~\\&|${text}`]) {
          const answer = acknowledgmentOf(message, UNUSABLE);
          if (answer === null) continue;
          expect(answer).toMatch(/^MSH[^\r]+\rMSA[^\r]+\r(ERR[^\r]+\r)?$/);
          expect([...answer].some((one) => one < " " && one !== "\r")).toBe(
            false,
          );
          expect(Er7Message.parse(answer)?.header.text(9)).toBe("ACK");
        }
      }),
      runs(1_000),
    );
  });
});
