import { writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { runFile, type TestProcess } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { openSender } from "./transport/mllp-client";
import { adt } from "./transport/testing/receiver";
import { until } from "./transport/testing/until";

const here = folderForEach();
let running: TestProcess[];
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  running.forEach(({ child }) => child.kill("SIGKILL"));
  await Promise.all(running.map(({ ended }) => ended));
});

function serve(env: Record<string, string>): TestProcess {
  const feed = runFile("server/messages/command.ts", [], {
    DATA_DIR: here.folder,
    ...env,
  });
  running.push(feed);
  return feed;
}

const isStarted = (line: string) => line.includes('"feed.started"');

test("a feed takes messages from its port and its folder, and ends when it is asked to", async () => {
  const port = await freePort();
  const incoming = path.join(here.folder, "incoming");
  await mkdir(incoming);
  const feed = serve({ HL7_PORT: String(port), HL7_DIR: incoming });
  await feed.line(isStarted);
  const sender = openSender({
    connect: () => connect({ port, host: "127.0.0.1" }),
    attempts: 1,
    retryMs: 0,
    answerMs: 60_000,
  });
  const answer = await sender.send(Buffer.from(adt("C1")));
  expect(Buffer.from(answer).toString()).toContain("MSA|AA|C1");
  writeFileSync(path.join(incoming, "a.hl7"), adt("C2"));
  await until(
    async () => (await readdir(path.join(incoming, "done"))).length === 1,
  );
  feed.child.kill("SIGTERM");
  expect(await feed.ended).toEqual({ status: 0, errors: "" });
  const lines = feed.lines.map(readLine);
  const events = lines.filter(({ event }) => event !== "feed.messages");
  // Each line whole: nothing of a message is in any.
  expect(events).toEqual([
    {
      level: "info",
      event: "feed.started",
      address: `127.0.0.1:${port}`,
      tls: false,
      folder: true,
    },
    { level: "info", event: "feed.stopping" },
  ]);
  // A minute may end between two messages.
  const sums: Record<string, number> = {};
  for (const { level, event, ...counts } of lines) {
    if (event !== "feed.messages") continue;
    expect(level).toBe("info");
    for (const [what, count] of Object.entries(counts)) {
      sums[what] = (sums[what] ?? 0) + Number(count);
    }
  }
  expect(sums).toEqual({ stored: 2, connections: 1 });
});

/** A line of the log without its time. */
function readLine(line: string): Record<string, unknown> {
  const { time: _, ...logged } = JSON.parse(line) as Record<string, unknown>;
  return logged;
}

test("a port that is taken is reported in a line", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  const taken = await serve({ HL7_PORT: String(port) }).ended;
  await new Promise((closed) => server.close(closed));
  expect(taken).toEqual({
    status: 5,
    errors: `HL7_HOST and HL7_PORT cannot be listened at: 127.0.0.1:${port} (EADDRINUSE).\n`,
  });
});
