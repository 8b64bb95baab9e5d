import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { fileBody } from "./file-body.server";

const A = new Uint8Array([1]);
const B = new Uint8Array([2]);

/** A host that sends these parts; a function is what happens in place of one. */
function hostOf(parts: (Uint8Array | (() => Promise<never>))[]) {
  let asked = 0;
  return {
    asked: () => asked,
    next: vi.fn(async () => {
      const part = parts[asked];
      asked += 1;
      return typeof part === "function" ? part() : (part ?? null);
    }),
    stop: vi.fn(),
  };
}

function silence(): Promise<never> {
  return new Promise(() => undefined);
}

describe("the body of a file", () => {
  it("is read to its end and never stopped", async () => {
    const host = hostOf([A, B]);
    const ended = vi.fn();
    const reader = fileBody(host, { idleMs: 500, ended }).getReader();
    expect((await reader.read()).value).toBe(A);
    expect((await reader.read()).value).toBe(B);
    expect((await reader.read()).done).toBe(true);
    expect(ended.mock.calls).toEqual([["complete", undefined]]);
    expect(host.stop).not.toHaveBeenCalled();
  });

  it("is asked for part by part, none ahead", async () => {
    const host = hostOf([A, B]);
    const body = fileBody(host, { idleMs: 500, ended: vi.fn() });
    await wait(5);
    expect(host.asked()).toBe(0);
    await body.getReader().read();
    await wait(5);
    expect(host.asked()).toBe(1);
  });

  it("fails when the host breaks off", async () => {
    const host = hostOf([A, () => Promise.reject(new Error("gone"))]);
    const ended = vi.fn();
    const reader = fileBody(host, { idleMs: 500, ended }).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toThrow("gone");
    expect(ended).toHaveBeenCalledExactlyOnceWith("broken", expect.any(Error));
    expect(host.stop).toHaveBeenCalledOnce();
  });

  it("fails when the host falls silent", async () => {
    const host = hostOf([A, silence]);
    const ended = vi.fn();
    const reader = fileBody(host, { idleMs: 20, ended }).getReader();
    await reader.read();
    await expect(reader.read()).rejects.toMatchObject({ reason: "timeout" });
    expect(ended).toHaveBeenCalledExactlyOnceWith("broken", expect.any(Error));
    expect(host.stop).toHaveBeenCalledOnce();
  });

  it("does not take a slow reader for a silent host", async () => {
    const host = hostOf([A, B]);
    const reader = fileBody(host, { idleMs: 20, ended: vi.fn() }).getReader();
    await reader.read();
    await wait(60);
    expect((await reader.read()).value).toBe(B);
  });

  it("is stopped at the host when its reader cancels", async () => {
    const host = hostOf([A, B]);
    const ended = vi.fn();
    const reader = fileBody(host, { idleMs: 500, ended }).getReader();
    await reader.read();
    await reader.cancel();
    expect(host.stop).toHaveBeenCalledOnce();
    expect(ended.mock.calls).toEqual([["cancelled", undefined]]);
  });

  it.each([
    ["before the first part", 0],
    ["while a part is awaited", 1],
  ])(
    "is stopped at the host when whoever asked is gone %s",
    async (_, parts) => {
      const host = hostOf([A, silence]);
      const ended = vi.fn();
      const asker = new AbortController();
      const { signal } = asker;
      const options = { idleMs: 500, signal, ended };
      const reader = fileBody(host, options).getReader();
      for (let read = 0; read < parts; read += 1) await reader.read();
      const pending = parts > 0 ? reader.read() : null;
      asker.abort();
      expect((await (pending ?? reader.read())).done).toBe(true);
      expect(host.stop).toHaveBeenCalledOnce();
      expect(ended.mock.calls).toEqual([["cancelled", undefined]]);
    },
  );

  it("is not read at all when whoever asked is gone already", async () => {
    const host = hostOf([A]);
    const signal = AbortSignal.abort();
    const body = fileBody(host, { idleMs: 500, signal, ended: vi.fn() });
    expect((await body.getReader().read()).done).toBe(true);
    expect(host.asked()).toBe(0);
    expect(host.stop).toHaveBeenCalledOnce();
  });
});
