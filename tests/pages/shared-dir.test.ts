import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const shared = mkdtempSync(join(tmpdir(), "sojourn-shared-"));

let portal: Portal;
onOwnPortal((started) => (portal = started), { env: { SHARED_DIR: shared } });
afterAll(() => rmSync(shared, { recursive: true, force: true }));

it("a folder that servers shared is named at the start as no longer used", async () => {
  expect((await portal.log()).join("\n")).toContain(
    "SHARED_DIR is no longer used: sessions are in the database.",
  );
});
