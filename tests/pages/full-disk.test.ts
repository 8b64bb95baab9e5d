import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { documentOf } from "./support/document";
import { canMakeDisks, emptyDisk, fillDisk } from "./support/own-disk";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";
import { storedSessions } from "./support/stored-sessions";

const PAGE = "/company-overview";
const PATIENTS = "/physician-profile/1000000001";
const NEW_USER = {
  username: "newcomer",
  firstname: "Nora",
  lastname: "Newcomer",
  password: "Page-tests-2026",
  confirmPassword: "Page-tests-2026",
  accessLevel: "company",
};

describe.skipIf(!canMakeDisks)("a portal whose data are", () => {
  let portal: OwnPortal;
  let company: Browser;
  let physician: Browser;
  let accounts: Browser;
  let csrf: string;
  beforeAll(async () => {
    portal = await startPortal({ disk: { megabytes: 8 } });
    const as = (name: string) => portal.browser().loggedIn(name);
    company = await as("company");
    physician = await as("physician");
    accounts = await as("accounts");
    csrf = await accounts.csrfToken("/user/create");
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => portal.stop());
  afterEach(() => emptyDisk(portal.dataDir));

  const create = () => accounts.post("/user/create", { csrf, ...NEW_USER });
  /** SQLite does not open a file of another process's disk: a copy tells. */
  function sessions(): string[] {
    const dataDir = mkdtempSync(join(tmpdir(), "sojourn-disk-"));
    try {
      for (const name of ["portal.sqlite", "portal.sqlite-wal"]) {
        copyFileSync(join(portal.dataDir, name), join(dataDir, name));
      }
      return storedSessions({ dataDir }).map(({ key }) => key);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }

  it("on a full disk shows all that it has, stores nothing by half, and goes on when there is room", async () => {
    const before = sessions();
    fillDisk(portal.dataDir);

    for (const [browser, path] of [
      [company, PAGE],
      [company, "/facility-profile/101"],
      [physician, PATIENTS],
      [accounts, "/users"],
    ] as const) {
      const page = await browser.get(path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(documentOf(page.text).title).not.toMatch(/^Error/);
    }
    // Patients were seen: their record waits for room, and the log has it.
    expect((await portal.log()).join("\n")).toMatch(/"event":"audit\.held"/);

    const login = await portal.browser().logIn("division");
    expect([login.status, login.headers.get("retry-after")]).toEqual([
      503,
      "5",
    ]);
    expect(login.text).toContain('value="division"');
    expect(login.headers.getSetCookie().join()).not.toContain("sojourn=");
    const refused = await create();
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('value="newcomer"');
    expect(sessions()).toEqual(before);

    emptyDisk(portal.dataDir);
    const started = performance.now();
    await portal.browser().loggedIn("division");
    expect((await create()).status).toBe(303);
    expect((await company.get(PAGE)).status).toBe(200);
    // Nothing is left that a change would have to wait for.
    expect(performance.now() - started).toBeLessThan(4_000);
    expect((await portal.log()).join("\n")).not.toMatch(/"event":"api\.error"/);
  });

  it("on a full disk does not say that a session is forgotten, and takes it no more", async () => {
    const leaving = await portal.browser().loggedIn("region");
    const kept = leaving.copy();
    const token = await leaving.csrfToken("/search");
    fillDisk(portal.dataDir);
    const page = await leaving.post("/logout", { csrf: token });
    expect(page.status).toBe(503);
    expect(page.text).toContain("The database does not answer at the moment.");
    expect(leaving.cookies.has("sojourn")).toBe(false);
    expect((await kept.get("/search")).location).toBe("/login");
    emptyDisk(portal.dataDir);
    expect((await kept.get("/search")).location).toBe("/login");
  });

  it("moved away says so, makes nothing in their place, and goes on when they are back", async () => {
    const file = join(portal.dataDir, "sojourn.db");
    renameSync(file, `${file}.away`);
    expect((await company.get("/readiness")).status).toBe(503);
    expect((await portal.browser().logIn("division")).status).toBe(503);
    // The page does without its figures, and nobody is logged out.
    expect((await company.get("/facility-profile/102")).status).toBe(200);
    expect(existsSync(file)).toBe(false);

    renameSync(`${file}.away`, file);
    expect((await company.get("/readiness")).status).toBe(200);
    await portal.browser().loggedIn("division");
  });
});
