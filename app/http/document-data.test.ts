import { json } from "@remix-run/node";
import { expect, test } from "vitest";
import {
  asksForDocument,
  contentKey,
  documentData,
} from "./document-data.server";

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
  const key = contentKey(rows);
  expect(key).toMatch(/^[\w-]{14}$/);
  expect(contentKey(structuredClone(rows))).toBe(key);
  rows[499]!.name = "Colt";
  expect(contentKey(rows)).not.toBe(key);
});

test("a page is rendered from all of its data, and scripts get the shorter fields", async () => {
  const list = { rows: ["a", "b"], count: 2 };
  const full = { title: "Page", list, before: null };
  const sent = { list: { rows: [], count: 2 }, before: null };
  const deferred = documentData(full, sent);
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
