import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { storedTrail } from "~server/audit/testing/trail-of";
import { selectReports } from "~server/reports/own-reports";
import { runToEnd } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { storeDemoReports } from "~server/demo/reports";
import { importReports } from "./import-reports";
import { describeImports } from "./testing/describe-census";

const HEADER =
  "report_id,title,type,workspace_id,powerbi_report_id,row_level_role,roles";
const NOW = new Date("2026-06-15T12:00:00Z");
const WORKSPACE = "0A1B2C3D-0000-4000-8000-000000000001";
const idOf = (number: number) => `0a1b2c3d-0000-4000-8000-00000000010${number}`;
const OWN = [
  "after-hours-patient-report",
  "cms-qies-reports",
  "medical-staff-report",
];

const here = folderForEach();

function written(...lines: string[]): string {
  const file = path.join(here.folder, "list.csv");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

describeImports("a list of reports on %s", (tested) => {
  const load = async (
    lines: string[],
    replace = false,
    allowRemoval = new Set(["reports"]),
  ) => {
    const { problems, removals, tables } = await importReports({
      store: tested.store,
      filePath: written(HEADER, ...lines),
      replace,
      allowRemoval,
      now: NOW,
    });
    return { problems: problems.lines(), removals, ...tables[0] };
  };

  async function slugs(): Promise<string[]> {
    const reports = await selectReports(tested.db);
    return reports.map(({ report_id }) => report_id).sort();
  }

  test("leaves a record of each access level that a report is given to or taken from", async () => {
    const line = (roles: string) =>
      `falls,Falls,powerbi,${WORKSPACE},${idOf(1)},Location,${roles}`;
    const changes = async () =>
      (await storedTrail(tested.db)).map(({ action, at, user_id, details }) => {
        expect([action, at, user_id]).toEqual([
          "change_report_access",
          NOW.toISOString(),
          null,
        ]);
        const { via, report, role, allow } = details;
        expect(via).toBe("import");
        return `${allow ? "+" : "-"}${String(report)} ${String(role)}`;
      });
    await load([line("region facility")]);
    const given = ["+falls facility", "+falls region"];
    expect((await changes()).sort()).toEqual(given);
    await load([line("region facility")]);
    expect(await changes()).toHaveLength(2);
    await load([line("company region")]);
    const changed = ["-falls facility", "+falls company"];
    expect((await changes()).slice(2)).toEqual(changed);
    await load(["cms-qies-reports,CMS QIES Reports,other,,,,admin"], true);
    const later = (await changes()).slice(4);
    expect(later.filter((change) => change.includes("falls"))).toEqual([
      "-falls region",
      "-falls company",
    ]);
    expect(later.filter((change) => change.includes("cms")).sort()).toEqual([
      "-cms-qies-reports company",
      "-cms-qies-reports division",
      "-cms-qies-reports facility",
      "-cms-qies-reports region",
    ]);
  });

  test("may be long, and so may be what is recorded of it", async () => {
    const lines = Array.from(
      { length: 600 },
      (_, number) =>
        `r${number},R ${number},powerbi,${WORKSPACE},0a1b2c3d-0000-4000-8000-${String(number).padStart(12, "0")},Location,facility region division company admin`,
    );
    expect(await load(lines)).toMatchObject({ added: 600 });
    expect(await storedTrail(tested.db)).toHaveLength(3_000);
  });

  test("is added to what is there, and twice changes nothing", async () => {
    const lines = [
      `falls,Falls,powerbi,${WORKSPACE},${idOf(1)},Location,region facility`,
      `wounds,"Wounds, all",PowerBI,${WORKSPACE},${idOf(2)},,`,
    ];
    expect((await load(lines)).problems).toHaveLength(1);
    lines[1] = lines[1]?.replace("PowerBI", "powerbi") ?? "";
    expect(await load(lines)).toMatchObject({ added: 2, changed: 0 });
    const before = await selectReports(tested.db);
    expect(before.find(({ report_id }) => report_id === "falls")).toMatchObject(
      {
        title: "Falls",
        workspace_id: WORKSPACE.toLowerCase(),
        powerbi_report_id: idOf(1),
        row_level_role: "Location",
        roles: ["facility", "region"],
        demo: 0,
      },
    );
    expect(before.find(({ title }) => title === "Wounds, all")).toMatchObject({
      row_level_role: null,
      roles: [],
    });
    expect(await load(lines)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
      removed: 0,
    });
    expect(await selectReports(tested.db)).toEqual(before);
  });

  test("changes what is there by its slug, the demo's too, and keeps its number", async () => {
    await storeDemoReports(tested.db);
    const idBefore = await idOfSlug("payer-mix");
    const line = `payer-mix,Payers,powerbi,${WORKSPACE},${idOf(3)},,admin`;
    expect(await load([line])).toMatchObject({ changed: 1, added: 0 });
    expect(await idOfSlug("payer-mix")).toBe(idBefore);
    expect(await load([line], true)).toMatchObject({
      unchanged: 1,
      removed: 2,
    });
    expect(await slugs()).toEqual([...OWN, "payer-mix"]);
    const [payers] = (await selectReports(tested.db)).filter(
      ({ report_id }) => report_id === "payer-mix",
    );
    expect(payers).toMatchObject({
      title: "Payers",
      demo: 0,
      roles: ["admin"],
    });
  });

  test("may give the reports with a page another title and other levels, and no other type", async () => {
    expect(
      await load(["medical-staff-report,Clinicians,other,,,,division"], true),
    ).toMatchObject({ changed: 1, removed: 0 });
    expect(await selectReports(tested.db)).toContainEqual(
      expect.objectContaining({ title: "Clinicians", roles: ["division"] }),
    );
    const refused = await load([
      `medical-staff-report,Clinicians,powerbi,${WORKSPACE},${idOf(1)},,`,
    ]);
    expect(refused.problems).toEqual([
      "list.csv:2: type: must be other for medical-staff-report",
    ]);
  });

  test("is stored whole or not at all, and every fault is reported by line and column", async () => {
    const refused = await load([
      `good,Good,powerbi,${WORKSPACE},${idOf(1)},,company`,
      `Bad Slug!,Bad,powerbi,${WORKSPACE},${idOf(2)},,company`,
      `good,Again,powerbi,${WORKSPACE},${idOf(3)},,company`,
      `twin,Twin,powerbi,${WORKSPACE},${idOf(1)},,company`,
      "no-place,No place,powerbi,,,,company",
      `no-guid,No guid,powerbi,workspace,${idOf(4)},,company`,
      `page,Page,other,${WORKSPACE},,,company`,
      `levels,Levels,powerbi,${WORKSPACE},${idOf(5)},,company emperor`,
      `system-test,System,powerbi,${WORKSPACE},${idOf(6)},,admin admin`,
    ]);
    expect(refused.problems).toEqual([
      "list.csv:3: report_id: is not a slug (small letters, digits and single hyphens, like infection-control)",
      "list.csv:4: report_id: is there already, on line 2",
      "list.csv:5: powerbi_report_id: is there already, on line 2",
      "list.csv:6: workspace_id: must not be blank for the type powerbi",
      "list.csv:6: powerbi_report_id: must not be blank for the type powerbi",
      "list.csv:7: workspace_id: is not an id of Power BI (a GUID)",
      "list.csv:8: type: must be powerbi (other is for reports that have a page of their own)",
      "list.csv:8: workspace_id: must be blank for the type other",
      "list.csv:9: roles: has a word that is not one of physician, facility, region, division, company, admin",
      "list.csv:10: type: must be other for system-test",
      "list.csv:10: roles: names an access level twice",
    ]);
    expect(await slugs()).toEqual(OWN);
  });

  test("loses no report by --replace that nobody has allowed to go", async () => {
    const lines = [1, 2, 3].map(
      (number) => `r${number},R,powerbi,${WORKSPACE},${idOf(number)},,company`,
    );
    await load(lines);
    const before = await selectReports(tested.db);
    expect(await load([], true, new Set())).toMatchObject({
      removals: [{ name: "reports", removed: 3, stored: 3 }],
    });
    expect(await load(lines.slice(1), true, new Set())).toMatchObject({
      removals: [{ name: "reports", removed: 1, stored: 3 }],
    });
    expect(await selectReports(tested.db)).toEqual(before);
    expect(await load(lines.slice(1), true)).toMatchObject({ removed: 1 });
  });

  test("may not give a place of Power BI to a second report", async () => {
    await load([`falls,Falls,powerbi,${WORKSPACE},${idOf(1)},,company`]);
    const other = `other,Other,powerbi,${WORKSPACE},${idOf(1)},,company`;
    expect((await load([other])).problems).toEqual([
      "list.csv:2: powerbi_report_id: is the place of the report falls",
    ]);
    // Its place is free where the first one goes or moves.
    expect(await load([other], true)).toMatchObject({ added: 1, removed: 1 });
    expect(await slugs()).toEqual([...OWN, "other"]);
  });

  async function idOfSlug(slug: string): Promise<number | undefined> {
    const reports = await selectReports(tested.db);
    return reports.find(({ report_id }) => report_id === slug)?.id;
  }
});

test("the command loads the example, and says what is wrong with another file", async () => {
  const command = "server/imports/reports-command.ts";
  const run = (...args: string[]) =>
    runToEnd(command, args, { DATA_DIR: here.folder });
  const dry = await run("examples/reports.csv", "--dry-run", "--json");
  const report = { kind: "reports", isDryRun: true };
  expect(JSON.parse(dry.said)).toMatchObject(report);
  const loaded = await run("examples/reports.csv");
  expect(loaded).toMatchObject({ status: 0, errors: "" });
  expect(loaded.said).toContain("2 new, 0 changed, 1 unchanged, 0 removed.");
  const wrong = await run(written("a,b", "1,2"));
  expect(wrong.status).toBe(1);
  expect(wrong.errors).toMatch(
    /list\.csv:1: header: has none of the expected columns/,
  );
  expect(wrong.errors).toContain("Nothing was stored.");
  const again = await run("examples/reports.csv");
  expect(again.said).toContain("0 new, 0 changed, 3 unchanged, 0 removed.");
  const emptied = await run(written(HEADER), "--replace");
  expect(emptied.status).toBe(3);
  expect(emptied.errors).toContain("add --allow-removal=reports.");
  const aFolder = await run("examples");
  expect(aFolder.errors).toBe(
    "examples is not a file that can be read.\nNothing was stored.\n",
  );
  expect((await run()).errors).toMatch(/^Usage: /);
});
