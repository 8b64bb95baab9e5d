import { describe, expect, it, vi } from "vitest";
import {
  MAX_BODY_BYTES,
  MAX_DROPPED_BYTES,
  MAX_FIELDS,
  readForm,
} from "./read-form.server";

const FORM = "application/x-www-form-urlencoded";

function post(body: BodyInit, type: string | null = FORM): Request {
  return new Request("http://portal.test/x", {
    method: "POST",
    body,
    headers: type === null ? {} : { "content-type": type },
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
}

async function statusOf(request: Request): Promise<number> {
  try {
    await readForm(request);
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

describe("readForm", () => {
  it("reads blanks, plus signs, umlauts and repeated names as a browser means them", async () => {
    const form = await readForm(post("a=x+y%2B%C3%BC&a=2&empty=&bare"));
    expect(form.getAll("a")).toEqual(["x y+ü", "2"]);
    expect([form.get("empty"), form.get("bare")]).toEqual(["", ""]);
  });

  it("reads a multipart form", async () => {
    const body = new FormData();
    body.set("user.name", "Ada");
    const form = await readForm(post(body, null));
    expect(form.get("user.name")).toBe("Ada");
  });

  it("takes as many bytes and fields as allowed, and no more", async () => {
    expect(await statusOf(post(`a=${"x".repeat(MAX_BODY_BYTES - 2)}`))).toBe(
      200,
    );
    expect(await statusOf(post(`a=${"x".repeat(MAX_BODY_BYTES - 1)}`))).toBe(
      413,
    );
    expect(await statusOf(post("a=1&".repeat(MAX_FIELDS)))).toBe(200);
    expect(await statusOf(post("a=1&".repeat(MAX_FIELDS + 1)))).toBe(400);
  });

  it("stops reading an endless body that announces no length", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(97));
      },
    });
    expect(await statusOf(post(endless))).toBe(413);
    expect(sent).toBeLessThan(MAX_BODY_BYTES * 2 + MAX_DROPPED_BYTES);
  });

  it("reads a body that is a little too long to its end, so that its sender hears why", async () => {
    let cancelled = false;
    let left = MAX_BODY_BYTES * 4;
    const long = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1024;
        controller.enqueue(new Uint8Array(1024).fill(97));
        if (left <= 0) controller.close();
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(await statusOf(post(long))).toBe(413);
    expect(left).toBe(0);
    expect(cancelled).toBe(false);
  });

  it("does not wait for the end of a body that stops coming", async () => {
    vi.useFakeTimers();
    const stalled = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(MAX_BODY_BYTES + 1).fill(97));
      },
    });
    const answered = statusOf(post(stalled));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answered).toBe(413);
    vi.useRealTimers();
  });

  it.each([
    "contacts[1000000].x=1",
    "__proto__=1",
    "a.__proto__.b=1",
    "constructor[0]=1",
    "a[prototype]=1",
    "=1",
    "a b=1",
    `${"n".repeat(101)}=1`,
    "a=1&a[0]=2",
    "a.b=1&a=2",
    "a[0]=1&a[0].b.c=2",
  ])("refuses the field name of %s", async (body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  it.each(["a=%ff", "a=%C3%28", "a=%", "a=%00"])(
    "refuses the value of %s",
    async (body) => {
      expect(await statusOf(post(body))).toBe(400);
    },
  );

  it("refuses bytes that are no UTF-8", async () => {
    expect(await statusOf(post(new Uint8Array([97, 61, 255])))).toBe(400);
  });

  it("refuses files and bodies that are no form", async () => {
    const files = new FormData();
    files.set("a", new File(["x"], "x.txt"));
    expect(await statusOf(post(files, null))).toBe(400);
    expect(await statusOf(post("a=1", "text/plain"))).toBe(400);
    expect(await statusOf(post("a=1", "multipart/form-data"))).toBe(400);
  });
});
