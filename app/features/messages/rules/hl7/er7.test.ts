import { describe, expect, it } from "vitest";
import { Er7Message, splitMessages } from "./er7";

function parsed(...lines: string[]): Er7Message {
  const message = Er7Message.parse(lines.join("\r"));
  if (!message) throw new Error("no message");
  return message;
}

const HEADER = "MSH|^~\\&|PCC|MAPLE|SOJOURN||20260614101500||ADT^A01|1|P|2.5";

describe("a message in the delimited encoding", () => {
  it("numbers fields as HL7 does, the separator of a header being its first", () => {
    const { header } = parsed(HEADER);
    expect([1, 2, 3, 4, 7, 10].map((field) => header.text(field))).toEqual([
      "|",
      // The delimiters of MSH-2 are no components.
      null,
      "PCC",
      "MAPLE",
      "20260614101500",
      "1",
    ]);
    expect(header.text(9, 2)).toBe("A01");
  });

  it("reads repetitions, components and subcomponents", () => {
    const pid = parsed(
      HEADER,
      "PID|1||77^^^MAPLE&1.2.3&ISO^MR~123-45-6789^^^^SS",
    ).first("PID");
    expect(pid?.repetitions(3).map((one) => one.component(5))).toEqual([
      "MR",
      "SS",
    ]);
    expect([1, 2, 3].map((sub) => pid?.value(3, 4, sub))).toEqual([
      "MAPLE",
      "1.2.3",
      "ISO",
    ]);
  });

  it("distinguishes what is deleted from what is not said", () => {
    const pv1 = parsed(HEADER, 'PV1||I|""|A^""^|  ').first("PV1");
    expect([
      pv1?.value(1),
      pv1?.value(3),
      pv1?.value(3, 2),
      pv1?.value(4, 1),
      pv1?.value(4, 2),
      pv1?.value(4, 3),
      pv1?.value(5),
      pv1?.value(99),
    ]).toEqual([
      undefined,
      null,
      null,
      "A",
      null,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["\\F\\", "|"],
    ["a\\S\\b", "a^b"],
    ["\\R\\\\T\\\\E\\", "~&\\"],
    ["\\constructor\\", "\\constructor\\"],
    ["\\XC3A9\\", "é"],
    ["one\\.br\\two", "one\ntwo"],
    ["\\H\\loud\\N\\", "loud"],
    ["\\Zown\\", "\\Zown\\"],
    ["C:\\temp", "C:\\temp"],
  ])("resolves %s to %s", (sent, read) => {
    expect(parsed(HEADER, `NTE|1||${sent}`).first("NTE")?.text(3)).toBe(read);
  });

  it("takes the delimiters that it declares", () => {
    const message = parsed(
      "MSH#*@!%#PCC#MAPLE#S##20260614#X#ADT*A03#9#P#2.3",
      "PID#1##7***MAPLE%x*MR@8****PI##Doe!S!Roe*Ann",
    );
    expect(message.header.text(9, 2)).toBe("A03");
    const pid = message.first("PID");
    expect(pid?.repetitions(3)).toHaveLength(2);
    expect(pid?.text(3, 4, 2)).toBe("x");
    expect(pid?.text(5)).toBe("Doe*Roe");
  });

  it("does without escapes and subcomponents where the sender declares none", () => {
    const message = parsed("MSH|^~|A|B", "PID|1||C:\\x^^^M");
    expect(message.first("PID")?.text(3)).toBe("C:\\x");
  });

  it("reads segments apart by any line end, with own ones, repeated ones and lines that are none", () => {
    const message = Er7Message.parse(
      `\uFEFF\n${HEADER}\r\nEVN|A01\nZXX|1\rIN1|1\r\rIN1|2\rrest of a note\r`,
    );
    expect(message?.segments.map(({ name }) => name)).toEqual([
      "MSH",
      "EVN",
      "ZXX",
      "IN1",
      "IN1",
    ]);
    expect(message?.all("IN1")).toHaveLength(2);
  });

  it.each(["\r", "\r\n"])(
    "has a line feed within a field where %j ends its segments",
    (end) => {
      const lines = [
        HEADER,
        "PV1||I|W1\n12^A^B^MAPLE||||1234567893^Wu\nLEE^Li||||||||||||V1",
        "IN1|1|PLAN",
      ];
      const message = Er7Message.parse(lines.join(end) + end);
      const pv1 = message?.first("PV1");
      expect(pv1?.text(3)).toBe("W1\n12");
      expect([
        pv1?.text(3, 4),
        pv1?.text(7),
        pv1?.text(7, 3),
        pv1?.text(19),
      ]).toEqual(["MAPLE", "1234567893", "Li", "V1"]);
      expect(message?.first("IN1")?.text(2)).toBe("PLAN");
    },
  );

  it("goes on with fields that a line end cuts off, where line feeds end its segments", () => {
    const message = Er7Message.parse(
      `${HEADER}\nPV1||I|W1\n12^A|||1234567893\nZXX|1\nIN1|1|PLAN\n`,
    );
    expect(message?.first("PV1")?.text(6)).toBe("1234567893");
    expect(message?.first("IN1")?.text(2)).toBe("PLAN");
    expect(message?.segments).toHaveLength(4);
  });

  it.each([
    ["8859/1", "M\\XFC\\ller", "Müller"],
    ["8859/1", "Bj\\XF6\\rk", "Björk"],
    ["8859/2", "\\XB1\\", "ą"],
    ["8859/15", "\\XA4\\", "€"],
    ["", "M\\XFC\\ller", "Müller"],
    ["", "M\\XC3BC\\ller", "Müller"],
    ["UNICODE UTF-8", "M\\XC3\\\\XBC\\ller", "Müller"],
    ["", "\\X41\\\\X42\\\\F\\", "AB|"],
  ])("has bytes in the character set %j: %s is %s", (charset, sent, read) => {
    const header = `${HEADER}||||||${charset}`;
    const pid = parsed(header, `PID|1||7||${sent}`).first("PID");
    expect(pid?.text(5)).toBe(read);
  });

  it.each([
    "",
    "GET / HTTP/1.1",
    "PID|1||7",
    "MSH",
    "MSH|",
    "MSH|^",
    "MSH|^^\\&|A",
    "MSH|^~\\&",
    "MSHA^~\\&A",
  ])("is not %j", (text) => {
    expect(Er7Message.parse(text)).toBeNull();
  });
});

describe("a text with several messages", () => {
  it("is taken apart at each header, without the segments of batches", () => {
    const text = `FHS|^~\\&|A\rBHS|^~\\&|A\r${HEADER}\rPID|1\r${HEADER}\n\nPID|2\rBTS|2\rFTS|1\r`;
    expect(splitMessages(text)).toEqual([
      `${HEADER}\rPID|1\r`,
      `${HEADER}\rPID|2\r`,
    ]);
  });

  it.each(["\uFEFF", "\u00EF\u00BB\u00BF"])(
    "may have been put together of files that begin with a mark of the order of bytes",
    (mark) => {
      const one = (id: number) => `${mark}${HEADER}\rPID|${id}`;
      const messages = [1, 2, 3].map((id) => `${HEADER}\rPID|${id}\r`);
      for (const between of ["\r", "\n", "\r\n", ""]) {
        const text = [1, 2, 3].map(one).join(between);
        expect(splitMessages(text)).toEqual(messages);
      }
      const batch = `${mark}FHS|^~\\&|A\r${HEADER}\r`;
      expect(splitMessages(`${HEADER}\r${batch}`)).toHaveLength(2);
    },
  );

  it("keeps a line feed that is within a field", () => {
    const text = `${HEADER}\rPV1||I|W1\n12^A\r`;
    expect(splitMessages(text + text)).toEqual([text, text]);
    expect(splitMessages(text.replaceAll("\r", "\r\n"))).toEqual([text]);
  });

  it("is one message where no header is in it, and none where nothing is", () => {
    expect(splitMessages("hello\rworld")).toEqual(["hello\rworld\r"]);
    expect(splitMessages(" \r\n")).toEqual([]);
  });
});
