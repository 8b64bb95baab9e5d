import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  UpstreamRequest,
  UpstreamStream,
} from "./upstream-failure.server";

/** What was asked of whom. */
const asked = vi.hoisted(
  (): { origin: string; headers: UpstreamRequest["headers"] }[] => [],
);
let answer: Partial<UpstreamStream>;
vi.mock("./http-exchange.server", () => ({
  httpUpstream: vi.fn(),
  httpStream: (origin: string) => (request: UpstreamRequest) => {
    asked.push({ origin, headers: request.headers });
    return Promise.resolve(answer);
  },
}));
vi.stubEnv("API_URL", "https://api.example.org/base");
vi.stubEnv("SESSION_SECRET", "s".repeat(32));
vi.stubEnv("REPORT_HOSTS", "files.example.org");
vi.stubEnv("LOG_LEVEL", "silent");
const { downloadReport } = await import("./report-file.server");

const OUTSIDE = "https://files.example.org/7.pdf";
const ended = vi.fn();
const CONTEXT = { token: "canary-token", requestId: "canary-id", ended };

beforeEach(() => {
  asked.length = 0;
  ended.mockClear();
  const parts = ["%PDF-1.7", " abc"].map((part) => Buffer.from(part));
  answer = {
    status: 200,
    contentType: "application/pdf",
    retryAfter: null,
    next: () => Promise.resolve(parts.shift() ?? null),
    stop: vi.fn(),
  };
});
afterEach(() => expect(ended).toHaveBeenCalledTimes(1));

it("asks an allowed host for a file, and never says who wants it", async () => {
  const outcome = await downloadReport(OUTSIDE, CONTEXT);
  if (outcome.kind !== "file") throw new Error(outcome.kind);
  expect(await new Response(outcome.body).text()).toBe("%PDF-1.7 abc");
  expect(asked.map(({ origin }) => origin)).toEqual([
    "https://files.example.org",
  ]);
  expect(JSON.stringify(asked)).not.toContain("canary");
});

it.each([401, 403, 404, 429])(
  "takes a host's %i for a bad link, which ends nobody's session",
  async (status) => {
    const words = Buffer.from('{"message":"Who are you?"}');
    const parts = [words];
    answer = {
      ...answer,
      status,
      contentType: "application/json",
      next: () => Promise.resolve(parts.shift() ?? null),
    };
    expect(await downloadReport(OUTSIDE, CONTEXT)).toEqual({
      kind: "failure",
      status: 502,
      reason: "host",
    });
    expect(answer.stop).toHaveBeenCalled();
  },
);
