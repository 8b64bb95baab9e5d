import { json } from "@remix-run/node";
import { expect, test } from "vitest";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "./partial-document.server";

function asked(accept?: string) {
  const headers = new Headers(accept === undefined ? {} : { accept });
  return asksForDocument(new Request("http://portal.test/", { headers }));
}

test("browsers say that they want a document, scripts and others do not", () => {
  expect(asked("text/html,application/xhtml+xml,*/*;q=0.8")).toBe(true);
  expect(asked("*/*")).toBe(false);
  expect(asked()).toBe(false);
});

test("a key tells contents apart, however long they are", () => {
  const rows = Array.from({ length: 500 }, (_, row) => ({ row, name: "Cole" }));
  const keys = contentKeys({ rows, nothing: undefined });
  expect(contentKeys({ nothing: undefined, rows: [...rows] })).toEqual(keys);
  rows[499]!.name = "Colt";
  const others = contentKeys({ rows, nothing: undefined });
  expect(others.rows).not.toBe(keys.rows);
  expect(others.nothing).toBe(keys.nothing);
});

test("a page is rendered from all of its data, and scripts get the shorter fields", async () => {
  const list = { rows: ["a", "b"], count: 2 };
  const full = { title: "Page", list, before: null };
  const sent = { list: { rows: [], count: 2 }, before: null };
  const deferred = partialDocument(full, sent);
  const { data } = deferred as unknown as { data: typeof full };
  expect(data.list.rows).toEqual(["a", "b"]);
  expect({ ...data.list }).toEqual(full.list);
  expect(data.before).toBeNull();
  expect(await json(data).json()).toEqual({
    title: "Page",
    list: { rows: [], count: 2 },
    before: null,
  });
});
