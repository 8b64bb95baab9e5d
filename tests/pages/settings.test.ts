import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const shared = mkdtempSync(join(tmpdir(), "sojourn-shared-"));

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  env: {
    COMPANY_NAME: "Hartwell Care",
    SHARED_DIR: shared,
    ACCOUNT_MANAGERS_READ: "0",
  },
});
afterAll(() => rmSync(shared, { recursive: true, force: true }));

it("settings that are no longer used are named at the start", async () => {
  const log = (await portal.log()).join("\n");
  expect(log).toContain(
    "SHARED_DIR is no longer used: sessions are in the database.",
  );
  expect(log).toContain(
    "ACCOUNT_MANAGERS_READ is no longer used: lists of residents, reviews and Today are closed to account managers.",
  );
});

it("the company overview and its inspector show the operator's name", async () => {
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get("/company-overview?inspect=rth");
  const page = documentOf(text);
  expect(textsOf(page, "main p")).toContain("Hartwell Care");
  expect(textOf(page.querySelector("main"))).toContain(
    "Company: Hartwell Care",
  );
});
