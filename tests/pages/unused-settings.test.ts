import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const shared = mkdtempSync(join(tmpdir(), "sojourn-shared-"));

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  env: { SHARED_DIR: shared, ACCOUNT_MANAGERS_READ: "0" },
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
