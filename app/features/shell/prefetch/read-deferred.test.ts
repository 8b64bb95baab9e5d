import { describe, expect, it } from "vitest";
import { readDeferred } from "./read-deferred";

/** A body in chunks that a test sends when it likes. */
function lineOf() {
  let send!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = controller;
    },
  });
  const bytes = new TextEncoder();
  return {
    body,
    send: (text: string) => send.enqueue(bytes.encode(text)),
    sendBytes: (chunk: Uint8Array) => send.enqueue(chunk),
    end: () => send.close(),
    lose: () => send.error(new Error("the line was lost")),
  };
}

const FIRST = JSON.stringify({
  title: "Zoë",
  "late graphs": "__deferred_promise:late graphs",
  "late list": "__deferred_promise:late list",
});

describe("data that come in sections", () => {
  it("are there with the first one, and go on as promises", async () => {
    const line = lineOf();
    line.send(`${FIRST}\n\n`);
    const data = await readDeferred(line.body);
    expect(data.title).toBe("Zoë");
    line.send('data:{"late list":{"rows":[1]}}\n\n');
    expect(await data["late list"]).toEqual({ rows: [1] });
    line.send('data:{"late graphs":null}\n\n');
    line.end();
    expect(await data["late graphs"]).toBeNull();
  });

  it("may be cut anywhere, in the middle of a letter too", async () => {
    const line = lineOf();
    const bytes = new TextEncoder().encode(
      `${FIRST}\n\ndata:{"late list":"é"}\n\ndata:{"late graphs":"à"}\n\n`,
    );
    for (const byte of bytes) line.sendBytes(Uint8Array.of(byte));
    line.end();
    const data = await readDeferred(line.body);
    expect(await data["late list"]).toBe("é");
    expect(await data["late graphs"]).toBe("à");
  });

  it.each<[string, (line: ReturnType<typeof lineOf>) => void]>([
    ["where the line is lost", (line) => line.lose()],
    ["where it ends too soon", (line) => line.end()],
    [
      "where the server failed",
      (line) => {
        line.send('error:{"late graphs":{"message":"x"}}\n\n');
        line.end();
      },
    ],
    ["where it says what cannot be read", (line) => line.send("data:{\n\n")],
  ])("are null %s", async (_, fail) => {
    const line = lineOf();
    line.send(`${FIRST}\n\n`);
    const data = await readDeferred(line.body);
    fail(line);
    expect(await data["late graphs"]).toBeNull();
    expect(await data["late list"]).toBeNull();
  });

  it("fail where not even the first section can be read", async () => {
    const line = lineOf();
    line.send("<html>");
    line.end();
    await expect(readDeferred(line.body)).rejects.toThrow();
  });
});
