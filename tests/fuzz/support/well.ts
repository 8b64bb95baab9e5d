import { expect } from "vitest";
import { documentOf, textOf } from "../../pages/support/document";
import type { Answer } from "./watched-portal";

const NAME_OF_PAGE = /<title>([^<]*)<\/title>/;
const parsed = new Set<string>();

/** No answer is the server's fault, and each page is one. */
export function expectWell({ status, type, text }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(status).toBeGreaterThanOrEqual(200);
  if (!type.startsWith("text/html") || text === "") return;
  // What differs between pages of one name are values; parsing all of them would take minutes.
  const name = `${status} ${NAME_OF_PAGE.exec(text)?.[1]} ${text.length >> 10}`;
  expect(text).toMatch(/<\/html>\s*$/);
  expect(text.match(/<h1[ >]/g)).toHaveLength(1);
  if (parsed.has(name)) return;
  const page = documentOf(text);
  expect(page.title).toMatch(/\S/);
  expect(textOf(page.querySelector("h1"))).toMatch(/\S/);
  parsed.add(name);
}
