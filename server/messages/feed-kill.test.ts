import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { openStore } from "~server/store/open-store";
import { runFile, type TestProcess } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { openSender } from "./transport/mllp-client";
import { adt } from "./transport/testing/receiver";

const SENDERS = ["A", "B", "C"];
const MESSAGES = 60;
/** After how many answers the process is killed, each time. */
const KILLS = [25, 100];

const here = folderForEach();
/** The one that runs; while one is killed, the next. */
let feed: Promise<TestProcess>;
let isOver: boolean;
beforeEach(() => {
  isOver = false;
});
afterEach(async () => {
  // A sender of a test that has failed may have begun another one.
  isOver = true;
  const { child, ended } = await feed;
  child.kill("SIGKILL");
  await ended;
});

function serve(port: number): TestProcess {
  return runFile("server/messages/command.ts", [], {
    DATA_DIR: here.folder,
    HL7_PORT: String(port),
  });
}

test("every message that was answered is there once, whenever the feed is killed, and senders send the rest again", async () => {
  const port = await freePort();
  feed = Promise.resolve(serve(port));
  const killsToCome = [...KILLS];
  let answers = 0;

  async function send(name: string): Promise<void> {
    const sender = openSender({
      connect: () => connect({ port, host: "127.0.0.1" }),
      attempts: 1_000,
      retryMs: 50,
      answerMs: 60_000,
    });
    for (let number = 1; number <= MESSAGES; number += 1) {
      const id = `${name}${number}`;
      const answer = await sender.send(Buffer.from(adt(id)));
      expect(Buffer.from(answer).toString()).toContain(`\rMSA|AA|${id}\r`);
      answers += 1;
      if (isOver || answers !== killsToCome[0]) continue;
      killsToCome.shift();
      feed = feed.then(async ({ child, ended }) => {
        child.kill("SIGKILL");
        await ended;
        return serve(port);
      });
    }
    sender.close();
  }

  await Promise.all(SENDERS.map(send));
  expect(killsToCome).toEqual([]);
  const store = await openStore({ dataDir: here.folder });
  const rows = await store.db
    .selectFrom("feed_messages")
    .select("control_id")
    .execute();
  await store.close();
  const sent = SENDERS.flatMap((name) =>
    Array.from({ length: MESSAGES }, (_, at) => `${name}${at + 1}`),
  );
  expect(rows.map((row) => row.control_id).sort()).toEqual(sent.sort());
});
