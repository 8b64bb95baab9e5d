import http from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  startReportReceiver,
  type ReportReceiver,
} from "../tests/pages/support/report-receiver";
import { errorReporter, type ErrorReport } from "./error-report.server";

const loaded = vi.hoisted(() => vi.fn());
vi.mock("@sentry/node", async (load) => {
  loaded();
  return load();
});

const REPORT: ErrorReport = {
  event: "drill-down.failed",
  requestId: "4d4fd3d6-0000-4000-8000-000000000001",
  status: 503,
};

// Vitest runs these in their order: the first one must find nothing loaded.
it("without an address loads nothing and tells nobody", async () => {
  const reporter = errorReporter(undefined);
  reporter.report(REPORT);
  await reporter.flush(1_000);
  expect(loaded).not.toHaveBeenCalled();
});

describe("a report", () => {
  let receiver: ReportReceiver;
  beforeEach(async () => {
    receiver = await startReportReceiver();
  });
  afterEach(() => receiver.stop());

  it("says what happened, under which request, and no more", async () => {
    const reporter = errorReporter(receiver.dsn);
    reporter.report(REPORT);
    await reporter.flush(5_000);
    expect(receiver.received.map(({ event }) => event)).toEqual([
      {
        event_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        timestamp: expect.any(Number) as number,
        platform: "node",
        level: "error",
        message: "drill-down.failed",
        release: expect.stringMatching(/^sojourn@\d+\.\d+\.\d+$/) as string,
        tags: { request_id: REPORT.requestId, status: 503 },
        sdk: expect.objectContaining({
          name: "sentry.javascript.node",
        }) as object,
      },
    ]);
    expect(receiver.received[0]?.bytes).toContain("sentry_key=0123abcd");
  });

  it("leaves out what anything else in the process told the client", async () => {
    const {
      addBreadcrumb,
      getCurrentScope,
      getGlobalScope,
      getIsolationScope,
    } = await import("@sentry/node");
    for (const scope of [
      getGlobalScope(),
      getIsolationScope(),
      getCurrentScope(),
    ]) {
      scope.setUser({ username: "canary", ip_address: "203.0.113.7" });
      scope.setContext("canary", { canary: "canary" });
      scope.setExtra("canary", "canary");
      scope.setTag("canary", "canary");
      scope.setTransactionName("canary");
    }
    addBreadcrumb({ message: "canary" });
    const reporter = errorReporter(receiver.dsn);
    reporter.report(REPORT);
    await reporter.flush(5_000);
    const [{ bytes } = { bytes: "" }] = receiver.received;
    expect(bytes).toContain("drill-down.failed");
    expect(bytes).not.toMatch(/canary|203\.0\.113/);
    for (const scope of [
      getGlobalScope(),
      getIsolationScope(),
      getCurrentScope(),
    ]) {
      scope.clear();
    }
  });

  it("takes over nothing of the process", async () => {
    const hold = () => ({
      uncaught: process.listenerCount("uncaughtException"),
      rejected: process.listenerCount("unhandledRejection"),
      request: http.request,
      console: { ...console },
      fetch: globalThis.fetch,
    });
    const before = hold();
    const reporter = errorReporter(receiver.dsn);
    reporter.report(REPORT);
    await reporter.flush(5_000);
    expect(receiver.received).toHaveLength(1);
    expect(hold()).toEqual(before);
  });

  it("is dropped where nobody takes it, and nobody waits for it", async () => {
    await receiver.stop();
    const reporter = errorReporter(receiver.dsn);
    const tookMs = [1, 2, 3].map(() => {
      const started = performance.now();
      reporter.report(REPORT);
      return performance.now() - started;
    });
    // The machine may hold up one of them; whoever waits does so each time.
    expect(Math.min(...tookMs)).toBeLessThan(50);
    await reporter.flush(5_000);
    receiver = await startReportReceiver();
    expect(receiver.received).toEqual([]);
  });

  it("holds up the end of the process only as long as it may", async () => {
    receiver.answerWith(() => undefined);
    const reporter = errorReporter(receiver.dsn);
    reporter.report(REPORT);
    await expect.poll(() => receiver.received.length).toBe(1);
    const started = performance.now();
    await reporter.flush(200);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("reaches a service that hung for a while, however many hung with it", async () => {
    receiver.answerWith(() => undefined);
    const reporter = errorReporter(receiver.dsn, 300);
    for (let n = 0; n < 100; n += 1) reporter.report(REPORT);
    // On a busy machine the first may be over before they have left.
    await expect
      .poll(() => {
        reporter.report(REPORT);
        return receiver.received.length;
      })
      .toBeGreaterThan(0);
    receiver.answerWith((response) => void response.end("{}"));
    await expect
      .poll(
        () => {
          reporter.report({ ...REPORT, status: 599 });
          return receiver.received.some(({ bytes }) => bytes.includes("599"));
        },
        { timeout: 10_000, interval: 100 },
      )
      .toBe(true);
    await reporter.flush(1_000);
  });
});
