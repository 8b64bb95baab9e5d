import { expect, test } from "vitest";
import { leaveDocument } from "./step-document.server";

test.each([
  [2_000, "by a link"],
  [2_001, "by a form"],
])(
  "an ID token goes to an address of %i characters %s",
  async (length, how) => {
    const end = "https://login.example/end?id_token_hint=";
    const token = "x".repeat(length - end.length);
    const html = await leaveDocument(end + token).text();
    const isByForm = how === "by a form";
    expect(html).toContain(
      isByForm ? `value="${token}"` : `href="${end}${token}"`,
    );
    expect(html.includes('method="post"')).toBe(isByForm);
    expect(html.includes('http-equiv="refresh"')).toBe(!isByForm);
  },
);
