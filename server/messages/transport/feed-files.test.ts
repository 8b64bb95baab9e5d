import { writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Progress } from "~server/command-line/progress";
import { folderForEach } from "~server/testing/opened";
import type { Receipt } from "../receive";
import { feedFiles } from "./feed-files";
import { adt, testReceiver, type Receiver } from "./testing/receiver";

const here = folderForEach();

function file(name: string, text: string): string {
  const place = path.join(here.folder, name);
  writeFileSync(place, text);
  return place;
}

const shown: string[] = [];
const progress: Progress = {
  step: (title) => shown.push(title),
  at: (done, total) => shown.push(`${done}/${total}`),
  end: () => shown.push("end"),
};

function feed({ receive }: Receiver, files: string[], input = "") {
  shown.length = 0;
  return feedFiles({
    files,
    input: Readable.from([Buffer.from(input)]),
    receive,
    clock: () => new Date("2026-06-14T14:15:00Z"),
    progress,
  });
}

const RECEIPTS: Record<string, Receipt> = {
  S: { code: "AA", text: null, outcome: "stored" },
  R: { code: "AA", text: null, outcome: "repeated" },
  A: { code: "AA", text: null, outcome: "aside" },
  U: { code: "AE", text: "no time", outcome: "unusable" },
  X: { code: "AR", text: "this is no HL7", outcome: "refused" },
};

const byControlId = () =>
  testReceiver((text) => {
    const receipt = RECEIPTS[text.split("|")[9]?.charAt(0) ?? ""];
    if (!receipt) throw new Error("disk full");
    return receipt;
  });

test("files are read in turn, and what came of their messages is counted", async () => {
  const receiver = byControlId();
  const one = file("one.hl7", adt("S1") + adt("R1") + adt("A1"));
  const report = await feed(receiver, [one, "-"], adt("S2"));
  expect(report).toEqual({
    lines: ["Messages: 4 (2 stored, 1 known already, 1 set aside)."],
    isAllUsed: true,
  });
  expect(receiver.incoming.map(({ via }) => via)).toEqual(
    Array.from({ length: 4 }, () => "file"),
  );
  expect(shown).toEqual([
    `Reading ${one}`,
    "1/3",
    "2/3",
    "3/3",
    "Reading standard input",
    "1/1",
    "end",
  ]);
});

test("what was not used is listed by its place, and the rest is used", async () => {
  const one = file("one.hl7", adt("S1") + adt("U1") + adt("X1"));
  const missing = path.join(here.folder, "missing.hl7");
  const report = await feed(byControlId(), [
    missing,
    one,
    file("blank.hl7", "\n"),
  ]);
  expect(report).toEqual({
    lines: [
      `${missing}: ${missing} cannot be used (ENOENT). It is not there.`,
      `${one}: message 2: AE no time`,
      `${one}: message 3: AR this is no HL7`,
      `${path.join(here.folder, "blank.hl7")}: It holds no message.`,
      "Messages: 3 (1 stored, 1 of no use, 1 refused).",
    ],
    isAllUsed: false,
  });
});

const PATIENT = '{"resourceType":"Patient","id":"p1"}';
const VISIT = '{"resourceType":"Encounter","id":"e1"}';

test.each([
  ["lines of a bulk export", `${PATIENT}\n${VISIT}\n`],
  [
    "a mark of the order of bytes before them",
    `\uFEFF${PATIENT}\n\uFEFF${VISIT}`,
  ],
  [
    "a Bundle",
    ` \n{"resourceType":"Bundle","entry":[{"resource":${PATIENT}}]}`,
  ],
])("standard input is FHIR where it begins so: %s", async (_, input) => {
  const receiver = testReceiver(() => RECEIPTS.S as Receipt);
  const report = await feed(receiver, ["-"], input);
  expect(receiver.texts.at(-1)).toContain('"resourceType":"Patient"');
  expect(report.isAllUsed).toBe(true);
});

test("more FHIR than can be read at once is reported", async () => {
  const input = `${VISIT}\n`.repeat(270_000);
  const receiver = testReceiver(() => RECEIPTS.S as Receipt);
  const { lines } = await feed(receiver, ["-"], input);
  expect(lines[0]).toBe("standard input: It is larger than 10 MB. Split it.");
});

test("a long list is cut", async () => {
  const many = Array.from({ length: 250 }, () => adt("U1")).join("");
  const { lines } = await feed(byControlId(), [file("many.hl7", many)]);
  expect(lines).toHaveLength(102);
  expect(lines[100]).toBe("And 150 more.");
});

test("it ends where a message cannot be stored, and begins no other", async () => {
  const receiver = byControlId();
  const many = Array.from({ length: 250 }, () => adt("?")).join("");
  await expect(
    feed(receiver, [file("many.hl7", adt("S1") + many)]),
  ).rejects.toThrow("disk full");
  expect(receiver.texts.length).toBeLessThan(100);
});
