import { expect, it } from "vitest";
import { attachment } from "./file-response.server";

it.each([
  ["plain-1.pdf", 'attachment; filename="plain-1.pdf"'],
  [
    "SNF Review.pdf",
    "attachment; filename=\"SNF_Review.pdf\"; filename*=UTF-8''SNF%20Review.pdf",
  ],
  [
    'a "b".pdf',
    "attachment; filename=\"a__b_.pdf\"; filename*=UTF-8''a%20%22b%22.pdf",
  ],
  [
    "Pflege (ä) 50%'*.pdf",
    "attachment; filename=\"Pflege_(_)_50_'*.pdf\"; filename*=UTF-8''Pflege%20%28%C3%A4%29%2050%25%27%2A.pdf",
  ],
])("writes %j for every browser", (name, header) => {
  expect(attachment(name)).toBe(header);
});

it.each([
  "",
  "a\r\nSet-Cookie: x.pdf",
  "a/b.pdf",
  "..\\b.pdf",
  "\ud800.pdf",
  "x".repeat(256),
])("takes %j for no name", (name) => expect(() => attachment(name)).toThrow());
