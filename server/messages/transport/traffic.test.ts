import pino from "pino";
import { expect, test } from "vitest";
import { virtualTime } from "~server/testing/virtual-time";
import { countTraffic } from "./traffic";

test("the log says once a minute how many messages came, and the first fault of that minute", () => {
  const lines: string[] = [];
  const time = virtualTime(new Date("2026-06-14T14:15:00Z"));
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void lines.push(line.trim()) },
  );
  const traffic = countTraffic(log, time.after);
  traffic.count("stored");
  traffic.count("stored");
  traffic.count("aside");
  const code = "EACCES";
  traffic.failed(Object.assign(new Error("/in/ROE^ANN.hl7"), { code }));
  traffic.failed(new Error("second"));
  const events = () => lines.splice(0).map((line): unknown => JSON.parse(line));
  // No line names a file: that may name a patient.
  expect(events()).toEqual([
    { level: 50, event: "feed.failed", code: "EACCES" },
  ]);
  time.advance(60_000);
  expect(events()).toEqual([
    { level: 30, event: "feed.messages", stored: 2, aside: 1, failed: 2 },
  ]);
  time.advance(60_000);
  expect(events()).toEqual([]);
  traffic.failed(new TypeError("no code"));
  expect(events()).toEqual([
    { level: 50, event: "feed.failed", code: "TypeError" },
  ]);
  time.advance(60_000);
  events();
  traffic.count("stored");
  traffic.close();
  expect(events()).toEqual([{ level: 30, event: "feed.messages", stored: 1 }]);
});
