import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSender } from "~server/feed/transport/mllp-client";
import { openStore, type Store } from "~server/store/open-store";
import { freePort } from "../../scripts/free-port.mjs";
import type { MeasureChapter } from "../chapter";
import { CENSUS_PASSWORD, writeDemoCensus } from "../load/demo-census";
import { emptyTally, workInBrowser } from "../load/work";
import { percentile, shown } from "../served/figures";
import {
  environment,
  importCensus,
  inTemporaryFolder,
  ROOT,
  servePortal,
} from "../served/served-portal";
import { Visitor } from "../served/visitor";
import { messageOf, sendersOf } from "./day-of-messages";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const PER_SECOND = 200;
const CONNECTIONS = 10;
const READER_THINKS_MS = 500;
/** A stay's message changes the company's figure within so long. */
const FIGURE_WITHIN_MS = 2_000;
const FIGURES = 10;

/** The feed of the demo organisation, with a reader on the pages beside it. */
export const measureFeed: MeasureChapter = (say) =>
  inTemporaryFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const census = join(folder, "census");
    say("importing the demo organisation");
    writeDemoCensus(census, new Date(), 0);
    await importCensus(dataDir, census);
    const store = await openStore({ dataDir });
    const facilities = await store.db
      .selectFrom("facilities")
      .select("id")
      .orderBy("id")
      .execute();
    const ids = facilities.map(({ id }) => id);
    const senders = join(folder, "senders");
    writeDemoCensus(senders, new Date(), 0);
    writeFileSync(join(senders, "senders.csv"), sendersOf(ids));
    await importCensus(dataDir, senders);
    const portal = await servePortal({ DATA_DIR: dataDir });
    const port = await freePort();
    const log = join(folder, "feed.log");
    const feed = startFeed(dataDir, port, log);
    await untilListening(port);
    const send = openSenders(port);
    say(`sending ${PER_SECOND} messages a second for ${SECONDS} s`);
    const tally = emptyTally();
    let isOver = false;
    const reader = workInBrowser(
      portal.origin,
      0,
      { thinkingMs: READER_THINKS_MS, isOver: () => isOver },
      tally,
    );
    const total = SECONDS * PER_SECOND;
    const answerMs: number[] = [];
    const from = performance.now();
    await Promise.all(
      Array.from({ length: total }, async (_, number) => {
        await wait((number * 1_000) / PER_SECOND);
        const sent = performance.now();
        await send(number, messageOf(number, ids, new Date()));
        answerMs.push(performance.now() - sent);
      }),
    );
    const seconds = (performance.now() - from) / 1_000;
    await untilApplied(store);
    const appliedSeconds = (performance.now() - from) / 1_000;
    isOver = true;
    await reader;
    say("waiting for figures");
    const figureMs = await timesToFigure(portal.origin, (number) =>
      send(number, messageOf((total + number) * 4, ids, new Date())),
    );
    feed.kill("SIGTERM");
    await once(feed, "exit");
    await portal.stop();
    await store.close();
    const rate = total / seconds;
    const slowest = Math.max(...figureMs);
    return {
      title: "Feed",
      tables: [
        {
          caption: `${total} messages over ${CONNECTIONS} connections, one reader on the pages`,
          columns: ["", "median ms", "99 % ms", "longest ms"],
          rows: [
            ["answer", ...spread(answerMs)],
            ["page of the reader", ...spread(tally.ms)],
            ["message to the company's figure", ...spread(figureMs)],
          ],
        },
      ],
      budgets: [
        {
          what: "messages a second, answered",
          budget: `${PER_SECOND}`,
          measured: shown(rate),
          isMet: rate >= 0.98 * PER_SECOND,
        },
        {
          what: "applied after the last was answered",
          budget: `${FIGURE_WITHIN_MS / 1_000} s`,
          measured: `${shown(appliedSeconds - seconds)} s`,
          isMet: appliedSeconds - seconds <= FIGURE_WITHIN_MS / 1_000,
        },
        {
          what: "message to the company's figure",
          budget: `${FIGURE_WITHIN_MS} ms`,
          measured: `${shown(slowest)} ms`,
          isMet: slowest <= FIGURE_WITHIN_MS,
        },
        {
          what: "pages that failed beside it",
          budget: "0",
          measured: String(tally.faults + tally.refusals),
          isMet: tally.faults + tally.refusals === 0,
        },
      ],
    };
  });

function spread(ms: readonly number[]): string[] {
  return [0.5, 0.99, 1].map((share) => shown(percentile(ms, share)));
}

function startFeed(dataDir: string, port: number, log: string): ChildProcess {
  const child = spawn(process.execPath, ["scripts/command.mjs", "feed"], {
    cwd: ROOT,
    env: environment({ DATA_DIR: dataDir, HL7_PORT: String(port) }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout?.on("data", (part: Buffer) => appendFileSync(log, part));
  return child;
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ port, host: "127.0.0.1" });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
}

type Send = (number: number, message: string) => Promise<void>;

/** Sends over some connections, on each one message after the other. */
function openSenders(port: number): Send {
  const lines = Array.from({ length: CONNECTIONS }, () => ({
    sender: openSender({
      connect: () => connect({ port, host: "127.0.0.1" }),
      attempts: 1,
      retryMs: 0,
      answerMs: 60_000,
    }),
    last: Promise.resolve(),
  }));
  return (number, message) => {
    const line = lines[number % CONNECTIONS];
    if (!line) throw new Error("no connection");
    const sent = line.last.then(async () => {
      const answer = await line.sender.send(Buffer.from(message));
      if (!Buffer.from(answer).includes("MSA|AA|")) {
        throw new Error(Buffer.from(answer).toString());
      }
    });
    line.last = sent.catch(() => undefined);
    return sent;
  };
}

async function untilApplied({ db }: Store): Promise<void> {
  for (;;) {
    const left = await db
      .selectFrom("feed_messages")
      .where("status", "=", "stored")
      .select("id")
      .limit(1)
      .execute();
    if (left.length === 0) return;
    await wait(20);
  }
}

/** How long it takes until the company's page shows other figures after a message of an admission was sent. */
async function timesToFigure(
  origin: string,
  admit: (number: number) => Promise<void>,
): Promise<number[]> {
  const visitor = new Visitor(origin);
  const home = await visitor.signIn("demo-company", CENSUS_PASSWORD);
  const figures = async () =>
    (await visitor.read(home)).text
      .replace(/<script[^]*?<\/script>|nonce="[^"]*"|<input[^>]*>/g, "")
      .replace(/<[^>]*>/g, " ")
      .match(/\d[\d,.]*/g)
      ?.join(" ") ?? "";
  const times: number[] = [];
  for (let number = 0; number < FIGURES; number += 1) {
    const before = await figures();
    const from = performance.now();
    await admit(number);
    while ((await figures()) === before) await wait(10);
    times.push(performance.now() - from);
  }
  visitor.leave();
  return times;
}
