import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import {
  epochDayOf,
  firstOfMonth,
  isoDayOf,
  newYorkDay,
  usDayOf,
} from "~/domain/calendar";
import type { Browser } from "../../../tests/pages/support/browser";
import { all, documentOf, textOf } from "../../../tests/pages/support/document";
import { onOwnPortal } from "../../../tests/pages/support/on-portal";
import type { Portal } from "../../../tests/pages/support/portal";
import { dueText } from "./words";

const TODAY = epochDayOf(newYorkDay(new Date()));
/** Days of the month before this one: its list may be sent. */
const FIRST = firstOfMonth(firstOfMonth(TODAY) - 1);
const MONTH = isoDayOf(FIRST).slice(0, 7);
const on = (day: number) => isoDayOf(FIRST + day - 1);

const LIST = `/transfer-notices/facility/101?month=${MONTH}`;
const DUE = "/transfer-notices/facility/101?due=1";
const FILE = `/transfer-notices-data/facility/101?month=${MONTH}`;

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: {
    "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
1,M1,Bel,Haskerby<b>,7
2,M2,Bert,=Brown,4
3,M3,Cora,Clark,1
4,M4,Dora,Dean,`,
    "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned,hospital
11,1,101,${on(3)},inpatient,false,General
12,2,101,${on(4)},ed_only,false,
13,1,101,${on(9)},inpatient,true,General
14,4,201,${on(5)},inpatient,false,`,
  },
});

const browserOf = (username = "facility") =>
  portal.browser().loggedIn(username);

async function send(browser: Browser, path: string, fields: object) {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(path, { csrf, ...fields });
}

const rowsOf = (text: string) =>
  all(documentOf(text), "#transfer-notices tbody tr").map((row) =>
    all(row, "th, td").map(textOf),
  );

const GIVEN = {
  ...{ notice_on: on(4), notice_to: "both", notice_by: "A. Reed, RN" },
  ...{ bed_hold_on: on(4), ombudsman_on: "" },
};

describe("transfer notices without scripts", () => {
  it("say in a month's list what is missing, and the strip counts what the list of due ones has", async () => {
    const browser = await browserOf();
    const { text } = await browser.get(LIST);
    const missing = "◆ Missing";
    const rows = rowsOf(text);
    expect(rows.map(([, day]) => day)).toEqual([
      `${usDayOf(on(3))}, Emergency`,
      `${usDayOf(on(4))}, Emergency`,
      `${usDayOf(on(9))}, Planned`,
    ]);
    expect(rows.map((row) => row.slice(-3))).toEqual(
      Array(3).fill([missing, missing, missing]),
    );
    expect(text).not.toContain("Haskerby<b>");
    const due = await browser.get(DUE);
    expect(rowsOf(due.text)).toHaveLength(3);
    const linksOn = async (page: string, href: string) => {
      const { text } = await browser.get(page);
      return all(documentOf(text), `a[href="${href}"]`).map(textOf);
    };
    expect(await linksOn("/facility-profile/101", DUE)).toEqual([dueText(3)]);
    const list = "/transfer-notices/facility/101";
    for (const page of [
      "transfers/facility/101",
      "reviews?level=facility&id=101",
    ])
      expect(await linksOn(`/${page}`, list)).toHaveLength(1);
  });

  it("are recorded, corrected with the former entries kept, and refused beside their fields", async () => {
    const browser = await browserOf();
    const one = "/transfer-notices/11";
    const wrong = { ...GIVEN, version: "0", notice_by: "", notice_to: "" };
    const refused = await send(browser, one, wrong);
    expect(refused.status).toBe(400);
    const form = documentOf(refused.text);
    expect(all(form, "main [role=alert] li").map(textOf)).toEqual([
      "Choose who was given the notice.",
      "Enter who gave the notice.",
    ]);
    expect(all(form, "#notice_to-error, #notice_by-error")).toHaveLength(2);
    const [day] = all(form, "#notice_on");
    expect(day?.getAttribute("value")).toBe(on(4));
    const first = await send(browser, one, { ...GIVEN, version: "0" });
    expect(first.status).toBe(303);
    const later = { ...GIVEN, bed_hold_on: on(5) };
    // Somebody has the form open since before.
    const stale = await send(browser, one, { ...later, version: "0" });
    expect(stale.status).toBe(409);
    const [version] = all(documentOf(stale.text), "input[name=version]");
    expect(version?.getAttribute("value")).toBe("1");
    const second = await send(browser, one, { ...later, version: "1" });
    expect(second.status).toBe(303);
    const page = documentOf((await browser.get(one)).text);
    const history = all(page, "[aria-labelledby=history-heading] dl > div");
    const [latest, earliest] = history.map(textOf);
    expect(latest).toMatch(/^2\. .* ET/);
    expect(latest).toContain(usDayOf(on(5)));
    expect(earliest).toContain("A. Reed, RN");
    const [, , , notice] = rowsOf((await browser.get(LIST)).text)[0] ?? [];
    expect(notice).toContain(
      `${usDayOf(on(4))}, Resident and representative, A. Reed, RN`,
    );
  });

  it("are marked as sent by one form, once", async () => {
    const browser = await browserOf();
    for (const bad of ["", on(2), isoDayOf(TODAY + 2)]) {
      const refused = await send(browser, LIST, { ombudsman_on: bad });
      expect([bad, refused.status]).toEqual([bad, 400]);
      const page = documentOf(refused.text);
      expect(all(page, "#ombudsman_on-error")).toHaveLength(1);
    }
    const sentOn = isoDayOf(firstOfMonth(TODAY));
    const sent = await send(browser, LIST, { ombudsman_on: sentOn });
    expect(sent.location).toBe(LIST);
    const { text } = await browser.get(LIST);
    expect(text).toContain("List sent: 2 transfers marked.");
    expect(all(documentOf(text), "#ombudsman_on")).toEqual([]);
    expect(rowsOf(text).map((row) => row.at(-1))).toEqual([
      usDayOf(sentOn),
      usDayOf(sentOn),
      "◆ Missing",
    ]);
  });

  it("are a file without formulas, and leave a record", async () => {
    const browser = await browserOf();
    const { text, headers } = await browser.get(FILE);
    expect(headers.get("content-disposition")).toContain(
      `transfer-notices-facility-101-${MONTH}.csv`,
    );
    const rows: Record<string, string>[] = parse(text, {
      ...{ bom: true, columns: true },
    });
    expect(rows.map((row) => [row["transfer_id"], row["kind"]])).toEqual([
      ["11", "emergency"],
      ["12", "emergency"],
      ["13", "planned"],
    ]);
    expect(rows[1]?.["patient_last_name"]).toBe("'=Brown");
    expect(rows[2]?.["missing"]).toBe(
      "Notice; Bed-hold policy; Ombudsman copy",
    );
    const empty = await browser.get(
      "/transfer-notices-data/facility/101?month=2020-01",
    );
    expect(empty.location).toBe("/transfer-notices/facility/101?month=2020-01");
  });

  it("are found by the search, of facilities alone", async () => {
    const browser = await browserOf("region");
    const page = await browser.get("/search?q=transfer+notices");
    const found = all(documentOf(page.text), "main a").flatMap((one) => {
      const href = one.getAttribute("href") ?? "";
      return href.startsWith("/transfer-notices/") ? href : [];
    });
    expect(found).toContain("/transfer-notices/facility/101");
    expect(found.every((href) => href.includes("/facility/"))).toBe(true);
  });
});
