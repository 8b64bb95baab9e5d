import { once } from "node:events";
import { BlockList, connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { Receipt } from "../receive";
import { MLLP_LIMITS } from "./mllp-connection";
import { FrameReader, framed } from "./mllp-frames";
import { onPort } from "./testing/port";
import { adt, testReceiver } from "./testing/receiver";
import { until } from "./testing/until";

const port = onPort();

/** A sender, and what it was answered. */
async function sender(options: { reads?: boolean } = {}) {
  const socket = connect({ port: port.number, host: "127.0.0.1" });
  port.clients.push(socket);
  const reader = new FrameReader(10_000);
  const answers: string[] = [];
  if (options.reads !== false) {
    socket.on("data", (chunk) => {
      for (const { bytes } of reader.push(chunk)) {
        answers.push(Buffer.from(bytes).toString());
      }
    });
  }
  const closed = new Promise<void>((resolve) =>
    socket.once("close", () => resolve()),
  );
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return {
    socket,
    answers,
    closed,
    send: (...messages: string[]) =>
      void socket.write(
        Buffer.concat(messages.map((text) => framed(Buffer.from(text)))),
      ),
    /** The codes and control ids of the answers, when so many are there. */
    async answered(count: number): Promise<string[]> {
      await until(() => answers.length >= count || socket.destroyed);
      return answers.map((answer) => {
        const [, code, controlId] = /\rMSA\|(..)\|([^|\r]*)/.exec(answer) ?? [];
        return `${code} ${controlId}`;
      });
    },
  };
}

describe("a sender", () => {
  it("gets an answer when its message is stored, byte by byte as it came", async () => {
    const receiver = testReceiver();
    await port.open(receiver);
    const { socket, send, answered } = await sender();
    send(adt("1"));
    expect(await answered(1)).toEqual(["AA 1"]);
    expect(receiver.texts).toEqual([adt("1")]);
    expect(receiver.incoming[0]).toMatchObject({
      via: "mllp",
      receivedAt: port.time.clock(),
    });
    for (const byte of framed(Buffer.from(adt("2")))) {
      socket.write(Uint8Array.of(byte));
    }
    expect(await answered(2)).toEqual(["AA 1", "AA 2"]);
  });

  it("is answered in the order of its messages, which are stored at the same time", async () => {
    const receiver = testReceiver();
    await port.open(receiver);
    const { send, answered, answers } = await sender();
    receiver.hold();
    send(adt("1"), adt("2"), adt("3"));
    await until(() => receiver.texts.length === 3);
    receiver.release("|3|");
    receiver.release("|2|");
    expect(answers).toEqual([]);
    receiver.release("|1|");
    expect(await answered(3)).toEqual(["AA 1", "AA 2", "AA 3"]);
    const ids = answers.map((answer) => answer.split("|")[9]);
    expect(new Set(ids).size).toBe(3);
  });

  it("hears what cannot be used, and what is no HL7, in the characters it sent", async () => {
    const receipts = new Map<string, Receipt>([
      ["GET", { code: "AR", text: "this is no HL7", outcome: "refused" }],
      ["|é|", { code: "AE", text: "no number", outcome: "unusable" }],
    ]);
    await port.open(
      testReceiver((text) => {
        const known = [...receipts].find(([part]) => text.includes(part));
        return known?.[1] ?? { code: "AA", text: null, outcome: "aside" };
      }),
    );
    const { socket, send, answered } = await sender();
    send("GET / HTTP/1.1", adt("é"), adt("3"));
    expect(await answered(3)).toEqual(["AR ", "AE é", "AA 3"]);
    expect(port.counted).toEqual([
      "connections",
      "refused",
      "unusable",
      "aside",
    ]);
    socket.write(framed(Buffer.from(adt("\u00E4"), "latin1")));
    // The answer has the byte that came, which is not UTF-8.
    expect((await answered(4))[3]).toBe("AA \uFFFD");
  });

  it("gets no answer where a message could not be stored, nor to those behind it, and sends again", async () => {
    let isAway = true;
    const receiver = testReceiver((text) => {
      if (isAway && text.includes("|2|")) throw new Error("disk full");
      return { code: "AA", text: null, outcome: "stored" };
    });
    await port.open(receiver);
    const first = await sender();
    receiver.hold();
    first.send(adt("1"), adt("2"), adt("3"));
    await until(() => receiver.texts.length === 3);
    ["|2|", "|3|", "|1|"].forEach((id) => receiver.release(id));
    await first.closed;
    expect(await first.answered(1)).toEqual(["AA 1"]);
    expect(port.failures).toEqual([new Error("disk full")]);
    isAway = false;
    const second = await sender();
    second.send(adt("2"));
    await until(() => receiver.texts.length === 4);
    receiver.release("|2|");
    expect(await second.answered(1)).toEqual(["AA 2"]);
  });

  it("that ends its half is answered, and the connection ends", async () => {
    await port.open(testReceiver());
    const { socket, send, answered, closed } = await sender();
    send(adt("1"));
    socket.end("\u000BMSH|half");
    expect(await answered(1)).toEqual(["AA 1"]);
    await closed;
  });

  it("that leaves out the last CR is answered after a moment", async () => {
    await port.open(testReceiver());
    const { socket, answered } = await sender();
    socket.write(`\u000B${adt("1")}\u001C`);
    await until(() => {
      port.time.advance(MLLP_LIMITS.frameEndMs);
      return port.counted.includes("stored");
    });
    expect(await answered(1)).toEqual(["AA 1"]);
  });
});

describe("a sender that means harm, or has a fault", () => {
  const limits = { ...MLLP_LIMITS, messageBytes: 1_000, endlessBytes: 50_000 };

  it("and stops in the middle of a message is cut off; one that is silent between messages is not", async () => {
    const receiver = testReceiver();
    await port.open(receiver);
    const [half, idle, busy] = [await sender(), await sender(), await sender()];
    half.send(adt("1"));
    idle.send(adt("2"));
    await Promise.all([half.answered(1), idle.answered(1)]);
    half.socket.write(`\u000B${adt("3")}`);
    // Bytes that trickle win no time.
    let isClosed = false;
    void half.closed.then(() => (isClosed = true));
    await until(() => {
      half.socket.write("x");
      port.time.advance(MLLP_LIMITS.messageMs / 10);
      return isClosed;
    });
    expect(port.counted).toContain("connections_cut_off");
    port.time.advance(12 * 3_600_000);
    idle.send(adt("4"));
    busy.send(adt("5"));
    expect(await idle.answered(2)).toEqual(["AA 2", "AA 4"]);
    expect(await busy.answered(1)).toEqual(["AA 5"]);
    expect(receiver.texts.some((text) => text.includes("|3|"))).toBe(false);
  });

  it("and sends a message that is too large hears so, and goes on", async () => {
    const receiver = testReceiver();
    await port.open(receiver, { limits });
    const { send, answered, answers } = await sender();
    send(adt("1", "x".repeat(10_000)), adt("2"));
    expect(await answered(2)).toEqual(["AE 1", "AA 2"]);
    expect(answers[0]).toContain("the message is larger than 1000 bytes");
    expect(receiver.texts).toEqual([adt("2")]);
    expect(port.counted).toEqual(["connections", "too_large", "stored"]);
  });

  it("and sends a message without end is cut off", async () => {
    await port.open(testReceiver(), { limits });
    const { socket, closed } = await sender();
    socket.write(`\u000B${adt("1", "x".repeat(60_000))}`);
    await closed;
    expect(port.counted).toEqual(["connections", "connections_cut_off"]);
  });

  it("and does not wait for answers is held up, and loses nothing", async () => {
    const receiver = testReceiver();
    await port.open(receiver, { limits: { ...limits, unanswered: 4 } });
    const { socket, answered } = await sender();
    receiver.hold();
    const ids = Array.from({ length: 40 }, (_, at) => String(100 + at));
    for (const id of ids) {
      // A packet each, so that the port can stop between two.
      socket.write(framed(Buffer.from(adt(id, "y".repeat(600)))));
      await new Promise((sent) => setImmediate(sent));
    }
    for (const id of ids) {
      await until(() =>
        receiver.texts.some((text) => text.includes(`|${id}|`)),
      );
      receiver.release(`|${id}|`);
    }
    expect(await answered(40)).toEqual(ids.map((id) => `AA ${id}`));
  });

  it("and never reads its answers is cut off, and others are served", async () => {
    const receiver = testReceiver();
    await port.open(receiver);
    const deaf = await sender({ reads: false });
    deaf.socket.pause();
    // The systems of both keep some megabytes of answers before the port cannot write.
    const many = Buffer.concat(
      Array.from({ length: 100 }, () =>
        framed(Buffer.from(adt("1".repeat(900)))),
      ),
    );
    const other = await sender();
    while (!port.counted.includes("connections_cut_off")) {
      if (!deaf.socket.writableNeedDrain) deaf.socket.write(many);
      await new Promise((passed) => setImmediate(passed));
      // The port counts from when its answers stopped going out.
      if (deaf.socket.writableNeedDrain) port.time.advance(10);
    }
    other.send(adt("2"));
    expect(await other.answered(1)).toEqual(["AA 2"]);
  });

  it("finds no place beside a hundred others, who are all served", async () => {
    await port.open(testReceiver());
    const senders = [];
    for (let count = 0; count < 100; count += 1) senders.push(await sender());
    const late = await sender();
    await late.closed;
    expect(
      port.counted.filter((what) => what === "connections_refused"),
    ).toHaveLength(1);
    senders.forEach(({ send }, at) => send(adt(String(at))));
    const answers = await Promise.all(senders.map((one) => one.answered(1)));
    expect(answers).toEqual(senders.map((_, at) => [`AA ${at}`]));
    senders[0]?.socket.destroy();
    await senders[0]?.closed;
    await until(async () => {
      const next = await sender();
      next.send(adt("next"));
      return (await next.answered(1)).includes("AA next");
    });
  });

  it("and is not on the list is turned away", async () => {
    const allowed = new BlockList();
    allowed.addSubnet("10.0.0.0", 8);
    const receiver = testReceiver();
    await port.open(receiver, { allowed });
    const one = await sender();
    one.send(adt("1"));
    await one.closed;
    expect([receiver.texts, port.counted]).toEqual([
      [],
      ["connections_refused"],
    ]);
    allowed.addSubnet("127.0.0.0", 8);
    const two = await sender();
    two.send(adt("2"));
    expect(await two.answered(1)).toEqual(["AA 2"]);
  });
});

describe("a feed that stops", () => {
  it("answers what it has received, takes no more, and ends the connections", async () => {
    const receiver = testReceiver();
    const { port: number } = await port.open(receiver);
    const one = await sender();
    const idle = await sender();
    receiver.hold();
    one.send(adt("1"), adt("2"));
    await until(() => receiver.texts.length === 2);
    const closing = port.close();
    one.send(adt("3"));
    await idle.closed;
    receiver.release("|2|");
    receiver.release("|1|");
    await Promise.all([closing, one.closed]);
    expect(await one.answered(2)).toEqual(["AA 1", "AA 2"]);
    expect(receiver.texts).toHaveLength(2);
    await expect(
      once(connect({ port: number, host: "127.0.0.1" }), "connect"),
    ).rejects.toThrow("ECONNREFUSED");
  });

  it("waits no longer than it may for what cannot be stored", async () => {
    const receiver = testReceiver();
    await port.open(receiver);
    const one = await sender();
    receiver.hold();
    one.send(adt("1"));
    await until(() => receiver.texts.length === 1);
    const closing = port.close();
    port.time.advance(MLLP_LIMITS.closeMs);
    await Promise.all([closing, one.closed]);
    expect(one.answers).toEqual([]);
  });
});
