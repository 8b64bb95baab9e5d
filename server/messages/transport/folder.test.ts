import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { virtualTime, type VirtualTime } from "~server/testing/virtual-time";
import type { Receipt } from "../receive";
import {
  countFiles,
  openFolder,
  POLL_MS,
  type FeedFolder,
  type FolderOptions,
} from "./folder";
import { adt, testReceiver } from "./testing/receiver";
import { until } from "./testing/until";

const STORED: Receipt = { code: "AA", text: null, outcome: "stored" };
const UNUSABLE: Receipt = { code: "AE", text: "no time", outcome: "unusable" };

let time: VirtualTime;
let dir: string;
let remove: () => void;
let opened: FeedFolder[];
let counts: Record<string, number>;
let failures: unknown[];
/** Looks are done when the next one is planned. */
let planned: number;

beforeEach(() => {
  time = virtualTime(new Date("2026-06-14T14:15:00Z"));
  ({ folder: dir, remove } = makeTemporaryFolder());
  [opened, counts, failures, planned] = [[], {}, [], 0];
});
afterEach(async () => {
  await Promise.all(opened.map((folder) => folder.close()));
  remove();
});

async function open(
  { receive }: Pick<FolderOptions, "receive">,
  more: Partial<FolderOptions> = {},
): Promise<FeedFolder> {
  const folder = await openFolder({
    dir,
    receive,
    clock: time.clock,
    after(ms, work) {
      planned += 1;
      return time.after(ms, work);
    },
    traffic: {
      count: (what) => (counts[what] = (counts[what] ?? 0) + 1),
      failed: (error) => failures.push(error),
      close: () => undefined,
    },
    log: pino({ level: "silent" }),
    keptDays: 90,
    ...more,
  });
  opened.push(folder);
  return folder;
}

async function look(times = 1, folders = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const before = planned;
    time.advance(POLL_MS);
    await until(() => planned >= before + folders);
  }
}

const put = (name: string, text: string) =>
  writeFileSync(path.join(dir, name), text);

const namesIn = (folder: string) => readdirSync(path.join(dir, folder)).sort();

const textOf = (name: string) => readFileSync(path.join(dir, name), "utf8");

describe("a file in the folder", () => {
  it("is taken whole, and moves when its messages are stored", async () => {
    const receiver = testReceiver();
    await open(receiver);
    put("b.hl7", adt("2"));
    put("a.hl7", `FHS|^~\\&|A\r${adt("1")}${adt("1b")}FTS|1\r`);
    await look();
    expect(receiver.texts).toEqual([]);
    await look();
    expect(receiver.texts).toEqual([adt("1"), adt("1b"), adt("2")]);
    expect(receiver.incoming[0]?.via).toBe("folder");
    expect(namesIn("done")).toEqual(["a.hl7", "b.hl7"]);
    expect(namesIn("failed")).toEqual([]);
    expect(counts).toEqual({ stored: 3 });
  });

  it("that is still written is left alone, as is one whose name says so", async () => {
    const receiver = testReceiver();
    await open(receiver);
    put("a.hl7.tmp", adt("1"));
    put("b.hl7.PART", adt("2"));
    put(".c.hl7", adt("3"));
    put("empty.hl7", "");
    put("growing.hl7", "MSH|^~\\&|");
    mkdirSync(path.join(dir, "folder.hl7"));
    symlinkSync(path.join(dir, "a.hl7.tmp"), path.join(dir, "link.hl7"));
    await look();
    put("growing.hl7", adt("4"));
    await look();
    expect(receiver.texts).toEqual([]);
    await look();
    expect(receiver.texts).toEqual([adt("4")]);
    renameSync(path.join(dir, "a.hl7.tmp"), path.join(dir, "a.hl7"));
    await look(2);
    expect(receiver.texts).toEqual([adt("4"), adt("1")]);
  });

  it("moves to failed where messages of it were not used, with the reason of each", async () => {
    await open(
      testReceiver((text) => (/\|C[13]\|/.test(text) ? UNUSABLE : STORED)),
    );
    put("a.hl7", ["C1", "C2", "C3", "C4"].map((id) => adt(id)).join(""));
    await look(2);
    expect(namesIn("done")).toEqual([]);
    expect(namesIn("failed")).toEqual(["a.hl7", "a.hl7.why.txt"]);
    expect(textOf("failed/a.hl7.why.txt")).toBe(
      "2 of 4 not used.\nmessage 1: AE no time\nmessage 3: AE no time\n",
    );
    expect(counts).toEqual({ stored: 2, unusable: 2 });
  });

  it.each<[string, string, string]>([
    ["blank.hl7", " \n\n", "It holds no message.\n"],
    ["bundle.json", "{}", "It is no FHIR.\n"],
  ])("%s with %j moves to failed, and says why", async (name, text, why) => {
    const receiver = testReceiver();
    await open(receiver);
    put(name, text);
    await look(2);
    expect(textOf(`failed/${name}.why.txt`)).toBe(why);
    expect(receiver.texts).toEqual([]);
  });

  it.each([
    ["huge.hl7", 100],
    ["huge.ndjson", 10],
  ])(
    "%s that is larger than %i MB moves to failed",
    async (name, megabytes) => {
      await open(testReceiver());
      put(name, "MSH");
      truncateSync(path.join(dir, name), megabytes * 1_000_000 + 1);
      await look(2);
      expect(textOf(`failed/${name}.why.txt`)).toBe(
        `It is larger than ${megabytes} MB. Split it.\n`,
      );
    },
  );

  it("with a message that is too large is used without it", async () => {
    const receiver = testReceiver();
    await open(receiver);
    put("a.hl7", `${adt("1", `NTE|1||${"x".repeat(1_000_000)}\r`)}${adt("2")}`);
    await look(2);
    expect(receiver.texts).toEqual([adt("2")]);
    expect(textOf("failed/a.hl7.why.txt")).toContain(
      "message 1: AE the message is larger than 1000000 bytes",
    );
  });

  it("in FHIR is taken apart by its reader", async () => {
    const receiver = testReceiver();
    await open(receiver);
    put("a.ndjson", '{"resourceType":"Patient"}\n'.repeat(2));
    await look(2);
    expect(receiver.texts).toHaveLength(2);
  });

  it("keeps its bytes, and loses the marks of another way", async () => {
    const receiver = testReceiver();
    await open(receiver);
    writeFileSync(
      path.join(dir, "a.hl7"),
      Buffer.from(
        `\u000B${adt("é")}\u001C\r\u000B${adt("2")}\u001C\r`,
        "latin1",
      ),
    );
    await look(2);
    expect(
      receiver.incoming.map(({ bytes }) =>
        Buffer.from(bytes).toString("latin1"),
      ),
    ).toEqual(
      [adt("é"), adt("2")].map((text) => `${text}\r`.replace("\r\r", "\r")),
    );
  });

  it("with the name of an earlier one takes nothing away, and gets its time", async () => {
    await open(testReceiver());
    const time = "2026-06-14T1415";
    put(`done/a.${time}06.000Z.hl7`, "from before");
    for (const id of ["1", "2", "3"]) {
      put("a.hl7", adt(id));
      await look(2);
    }
    expect(
      namesIn("done").map((name) => [name, textOf(`done/${name}`)]),
    ).toEqual([
      [`a.${time}04.000Z.hl7`, adt("2")],
      [`a.${time}06.000Z.2.hl7`, adt("3")],
      [`a.${time}06.000Z.hl7`, "from before"],
      ["a.hl7", adt("1")],
    ]);
  });
});

describe("a folder", () => {
  it("keeps a file that could not be stored, and takes it again", async () => {
    let isAway = true;
    const receiver = testReceiver((text) => {
      if (isAway && text.includes("|2|")) throw new Error("disk full");
      return STORED;
    });
    await open(receiver);
    put("a.hl7", adt("1") + adt("2"));
    put("b.hl7", adt("3"));
    await look(2);
    expect(failures).toEqual([new Error("disk full")]);
    // The next file does not wait for it.
    expect(namesIn("done")).toEqual(["b.hl7"]);
    isAway = false;
    await look();
    expect(namesIn("done")).toEqual(["a.hl7", "b.hl7"]);
    expect(receiver.texts.at(-1)).toBe(adt("2"));
  });

  it("is taken by one process, and by the next when that has ended", async () => {
    const [one, two] = [testReceiver(), testReceiver()];
    const first = await open(one);
    await open(two);
    put("a.hl7", adt("1"));
    await look(2, 2);
    expect([one.texts, two.texts]).toEqual([[adt("1")], []]);
    await first.close();
    put("b.hl7", adt("2"));
    await look(3);
    expect([one.texts, two.texts]).toEqual([[adt("1")], [adt("2")]]);
  });

  it("that is closed lets the messages be stored that it has handed over, and leaves their file", async () => {
    const receiver = testReceiver();
    const folder = await open(receiver);
    put(
      "a.hl7",
      Array.from({ length: 100 }, (_, at) => adt(`C${at}`)).join(""),
    );
    await look();
    receiver.hold();
    time.advance(POLL_MS);
    await until(() => receiver.texts.length > 1);
    const closing = folder.close();
    const handedOver = receiver.texts.length;
    for (let at = 0; at < handedOver; at += 1) receiver.release(`|C${at}|`);
    await closing;
    expect(receiver.texts).toHaveLength(handedOver);
    expect(handedOver).toBeLessThan(100);
    expect(namesIn(".")).toContain("a.hl7");
    const next = testReceiver();
    await open(next);
    await look(2);
    expect(next.texts).toHaveLength(100);
    expect(namesIn("done")).toEqual(["a.hl7"]);
  });

  it("keeps the files that were taken for some days", async () => {
    await open(
      testReceiver((text) => (text.includes("bad") ? UNUSABLE : STORED)),
      {
        keptDays: 2,
      },
    );
    put("a.hl7", adt("1"));
    put("b.hl7", adt("bad"));
    await look(2);
    const before = planned;
    time.advance(2 * 86_400_000 - 10 * POLL_MS);
    await until(() => planned > before);
    put("c.hl7", adt("1"));
    await look(2);
    expect(namesIn("done")).toEqual(["a.hl7", "c.hl7"]);
    time.advance(3_600_000);
    await until(() => namesIn("failed").length === 0);
    expect(namesIn("done")).toEqual(["c.hl7"]);
  });

  it("that is not there is not made", async () => {
    dir = path.join(dir, "missing");
    await expect(open(testReceiver())).rejects.toThrow("ENOENT");
    expect(existsSync(dir)).toBe(false);
  });

  it("that goes away for a while is looked at again", async () => {
    const receiver = testReceiver();
    await open(receiver);
    put("a.hl7", adt("1"));
    renameSync(dir, `${dir}-away`);
    await look(2);
    expect(failures).toHaveLength(2);
    renameSync(`${dir}-away`, dir);
    await look(2);
    expect(receiver.texts).toEqual([adt("1")]);
  });
});

it("files of messages are counted: those to be taken, and those that were", async () => {
  expect(await countFiles(dir)).toEqual({ waiting: 0, taken: 0 });
  for (const folder of ["done", "failed", "theirs"]) {
    mkdirSync(path.join(dir, folder));
  }
  const taken = ["done/c.hl7", "failed/b.hl7", "failed/b.hl7.why.txt"];
  for (const name of ["a.hl7", ".lock", ...taken]) put(name, "MSH|");
  expect(await countFiles(dir)).toEqual({ waiting: 1, taken: 2 });
  await expect(countFiles(path.join(dir, "away"))).rejects.toThrow("ENOENT");
});
