import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { keptForms } from "./support/stored-sessions";

const shared = mkdtempSync(join(tmpdir(), "sojourn-shared-"));
const digest = createHash("sha256").update("left by an older version");
const hex = digest.digest("hex");
mkdirSync(join(shared, "kept-forms"));
mkdirSync(join(shared, "sessions"));
writeFileSync(
  join(shared, "kept-forms", `${hex.slice(0, 32)}-${hex.slice(0, 16)}-${hex}`),
  JSON.stringify({ owner: "one", path: "/page", fields: [["field", "typed"]] }),
);
writeFileSync(join(shared, "sessions", hex), "{}");

let portal: Portal;
onOwnPortal((started) => (portal = started), { env: { SHARED_DIR: shared } });
afterAll(() => rmSync(shared, { recursive: true, force: true }));

it("a folder that servers shared is told of at the start, and its forms are taken over", async () => {
  expect((await portal.log()).join("\n")).toContain(
    "SHARED_DIR is no longer used: sessions are in the database.",
  );
  expect(keptForms(portal).join()).toContain("typed");
  for (const name of ["kept-forms", "sessions"]) {
    expect(existsSync(join(shared, name))).toBe(false);
  }
});
