import { expect, it, vi } from "vitest";
import { pdfStream } from "./pdf-stream.server";
import type { FileStream } from "./download.server";

const LIMITS = { maxBytes: 20, idleMs: 50 };

function streamOf(parts: string[], length: number | null = null) {
  const left = parts.map((part) => Buffer.from(part));
  const stream: FileStream = {
    contentType: "application/pdf",
    length,
    next: () => Promise.resolve(left.shift() ?? null),
    stop: vi.fn(),
  };
  return stream;
}

async function textOf(stream: FileStream): Promise<string> {
  let text = "";
  for (;;) {
    const part = await stream.next();
    if (!part) return text;
    text += Buffer.from(part).toString();
  }
}

it("passes a file on whole, however it comes", async () => {
  for (const parts of [["%PDF-1.7 abc"], ["%", "PD", "F-1.7", " abc"]]) {
    expect(await textOf(await pdfStream(streamOf(parts), LIMITS))).toBe(
      "%PDF-1.7 abc",
    );
  }
});

it.each([[["<html>"]], [["%PD"]], [[" %PDF-1.7"]], [[]]])(
  "takes %j for no PDF",
  async (parts) => {
    await expect(pdfStream(streamOf(parts), LIMITS)).rejects.toMatchObject({
      reason: "odd",
    });
  },
);

it("refuses a file that says that it is too long", async () => {
  await expect(
    pdfStream(streamOf(["%PDF-1.7"], 21), LIMITS),
  ).rejects.toMatchObject({ reason: "too-large" });
});

it("fails where a file turns out to be too long", async () => {
  const stream = await pdfStream(
    streamOf(["%PDF-1.7", "123456789012", "3"]),
    LIMITS,
  );
  await stream.next();
  await stream.next();
  await expect(stream.next()).rejects.toMatchObject({ reason: "too-large" });
});

it("gives up a host that does not begin", async () => {
  const silent = {
    ...streamOf([]),
    next: () => new Promise<null>(() => undefined),
  };
  await expect(pdfStream(silent, LIMITS)).rejects.toMatchObject({
    reason: "timeout",
  });
});
