import { execFileSync, spawnSync } from "node:child_process";
import { cookiesOf, PASSWORD } from "./support/accounts";
import { expect, test } from "./support/test";
import { ENTER, fill, follow, NEXT, walkInW3m } from "./support/text-browser";

const hasW3m = spawnSync("w3m", ["-version"]).status === 0;

/** A page as w3m writes it on a terminal of 100 columns. */
function asText(html: string): string {
  return execFileSync(
    "w3m",
    ["-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", "100"],
    { input: html, encoding: "utf8" },
  );
}

const GRAPHS = [
  "30 Day RTH",
  "30 Day OP Ed Visits",
  "Hosp/1000 Days of Care",
  "ED/1000 Days of Care",
  "ADM/1000 LT Pt. Months",
].flatMap((name) => [
  new RegExp(`^${name}$`, "m"),
  /Latest\s+month:\s+(within|unusually|drifting|too)/,
  /Data\s+table/,
]);

function expectInOrder(text: string, patterns: readonly RegExp[]): void {
  let rest = text;
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    expect(found, `${pattern} in order in:\n${text}`).not.toBeNull();
    rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
  }
}

test.describe("in a text browser", () => {
  test.skip(!hasW3m, "w3m is not installed (Debian: apt-get install w3m)");

  test(
    "the login page shows its welcome, both fields and the button",
    { tag: "@no-scripts-at-length" },
    async ({ baseURL }) => {
      const text = execFileSync(
        "w3m",
        ["-dump", "-O", "UTF-8", `${baseURL}/login`],
        { encoding: "utf8" },
      );
      expect(text).toContain("Welcome");
      expect(text).toMatch(/Username\s*\[/);
      expect(text).toMatch(/Password\s*\[/);
      expect(text).toMatch(/^\s*\[?Login\]?\s*$/m);
      expect(text).not.toMatch(/show password/i);
    },
  );

  test("who comes in by the login page gets down to a division, and out again", async ({
    baseURL,
  }) => {
    // Past what is wrong, which is a link to its field, and the name, which is kept.
    const [refused, overview, division, end] = walkInW3m(`${baseURL}/login`, [
      NEXT + fill("demo-company") + NEXT + NEXT + ENTER,
      NEXT + NEXT + NEXT + fill(PASSWORD) + NEXT + ENTER,
      follow("Estmarch"),
      follow("Log out"),
    ]);
    expect(refused).toMatch(/There is a problem\s+• Enter your password/);
    expect(refused).toMatch(/Username\s*\[demo-company/);
    expect(overview).toMatch(/^Company Overview$/m);
    expect(overview).toMatch(/^You will be logged out at \d\d:\d\d/m);
    expect(division).toMatch(/^Division Profile Estmarch Division$/m);
    expect(division).toMatch(/^Logged in as Demo Company$/m);
    expect(end).toMatch(/Username\s*\[/);
    expect(end).not.toMatch(/Demo Company/);
  });

  test.describe("signed in", () => {
    test.use({ storageState: cookiesOf("demo-company") });

    test("a profile reads from its heading to its list and its graphs", async ({
      request,
    }) => {
      const text = asText(
        await (await request.get("/company-overview")).text(),
      );
      expectInOrder(text, [
        /Company Overview/,
        /From Date/,
        /General/,
        /Patient count\s+[\d,]+/,
        /SS Hosp Metrics/,
        /Real-Time Hospitalization Metrics/,
        /RTH\/RTH%\s+[\d,]+[^\n]*\d+\.\d\d ?%/,
        /LS Hosp Metrics/,
        /Real-Time Hospitalization Metrics/,
        /H\/1000\s+[\d,.]+/,
        /Division List/,
        /Name.*Patients/,
        /High\s+[\d,]+/,
        ...GRAPHS,
      ]);
      expect(text).not.toMatch(/loading/i);
    });

    test("an open inspector reads first, with its arithmetic, its filters and its ways on", async ({
      request,
    }) => {
      const address = "/company-overview?isnp=true&inspect=ed_1000";
      const text = asText(await (await request.get(address)).text());
      expect(text).not.toMatch(/^open$/m);
      expectInOrder(text, [
        /Company Overview/,
        /From Date/,
        /ED\/1000/,
        /^\d+\.\d\d$/m,
        /Long-term status is reached after 100 cumulative days/,
        /How it is worked out/,
        /[\d,]+ ED visits ÷ [\d,]+ long-stay days × 1,000 = \d+\.\d\d\./,
        /Applied filters/,
        /Company: All facilities/,
        /Start date: \d\d\/\d\d\/\d{4}/,
        /End date: \d\d\/\d\d\/\d{4}/,
        /ISNP Patients Only/,
        /The file has [\d,]+ rows?, one for each ED visit/,
        /Close\s*Export metric data/,
        /Division List/,
      ]);
    });

    test(
      "signals read with what they mean, most unusual first",
      { tag: "@no-scripts-at-length" },
      async ({ request }) => {
        const signals = await request.get("/signals/region/11");
        expectInOrder(asText(await signals.text()), [
          /Export\s+. This table \(CSV\)/,
          /^Signals Tarnwick Region$/m,
          /Latest\s+complete\s+month/,
          /^Signals of facilities\s+Rows 1 to \d+ of \d+/m,
          /Tarnwick Region as a whole:/,
          /Most unusual first/,
          /Name\s+30 Day RTH\s+30 Day OP/,
          /Within\s+limits|Unusually|Drifting|Too\s+few/,
          /\d+\.\d\d%\s+[A-Z][a-z]{2}/,
          /How to read these charts/,
        ]);
      },
    );

    test(
      "Today, reviews and a resident read from their heads to their rows",
      { tag: "@no-scripts-at-length" },
      async ({ request }) => {
        const today = await request.get("/today/facility/101");
        expectInOrder(asText(await today.text()), [
          /^Today /m,
          /In house/,
          /Out at hospital now/,
          /Others in house/,
          /\d \w+\s+/,
          /Why residents need attention/,
        ]);
        const reviews = await request.get("/reviews?list=reviewed");
        expectInOrder(asText(await reviews.text()), [
          /^Transfer reviews$/m,
          /To review \d+\s+. Overdue \d+/,
          /^To sign$/m,
          /\d+ of [\d,]+ unplanned transfers since [\d/]+ are\s+reviewed/,
          /Resident\s+Transferred\s+Outcome/,
          /^By facility$/m,
        ]);
        const [resident = ""] =
          /\/residents\/-?\d+/.exec(await today.text()) ?? [];
        expectInOrder(asText(await (await request.get(resident)).text()), [
          /MRN:/,
          /In house since/,
          /^What happened$/m,
          /, in house since \d/,
          /Admitted/,
        ]);
      },
    );

    test(
      "events and phases can be written, and each is asked about before it ends",
      { tag: "@no-scripts-at-length" },
      async ({ request }) => {
        const events = await request.get("/events/facility/101");
        const html = await events.text();
        expectInOrder(asText(html), [
          /^Events and phases/m,
          /^Shown on the charts$/m,
          /^Add an event$/m,
          /What happened/,
          /Do not name residents/,
          /^Begin a phase$/m,
          /^Ended$/m,
        ]);
        const [phase = ""] =
          /<tr[^>]*>(?:(?!<\/tr>).)*Phase.*?<\/tr>/s.exec(html) ?? [];
        const [, end = ""] = /href="([^"#]*[?]end=\d+)/.exec(phase) ?? [];
        expectInOrder(asText(await (await request.get(end)).text()), [
          /^End a phase$/m,
          /Mean\s+and\s+limits\s+on\s+these\s+charts\s+no\s+longer\s+restart/,
          /Cancel\s+End the phase/,
          /^Shown on the charts$/m,
        ]);
      },
    );
  });

  test.describe("signed in as an account manager", () => {
    test.use({ storageState: cookiesOf("demo-accounts") });

    test(
      "users, the question before one is deleted, and the grid of reports can be read and used",
      { tag: "@no-scripts-at-length" },
      async ({ request }) => {
        const list = await (await request.get("/users?q=demo-isnp")).text();
        expectInOrder(asText(list), [
          /Users\s+. Reports Configuration\s+. Second factor\s+. Imports\s+. Messages\s+. Causes\s+. Audit trail\s+. Data quality/,
          /User Management\s+Add User/,
          /Search users/,
          /Find Clear filters/,
          /Users? 1 .*1 found/,
          /Name\s+Username\s+Access\s+Location/,
          /Edit\s+Log out\s+(.*\s)?Delete/,
        ]);
        const [question = ""] = /\/users\/\d+\/delete/.exec(list) ?? [];
        expectInOrder(asText(await (await request.get(question)).text()), [
          /Confirm Delete User/,
          /Username\s+demo-isnp/,
          /Cancel\s+Delete user/,
          /Search users/,
        ]);
        const [ending = ""] = /\/users\/\d+\/sessions/.exec(list) ?? [];
        expectInOrder(asText(await (await request.get(ending)).text()), [
          /Log out everywhere/,
          /Username\s+demo-isnp/,
          /They can log in again/,
          /Cancel\s+Log out everywhere/,
          /Search users/,
        ]);
        const feed = await request.get("/feed");
        expectInOrder(asText(await feed.text()), [
          /^Messages$/m,
          /^Waiting or unusable messages$/m,
          /No messages yet/,
          /^Senders$/m,
          /Add sender/,
          /No senders yet/,
        ]);
        const census = await request.get("/census?sort=residents&dir=desc");
        expectInOrder(asText(await census.text()), [
          /^Data quality$/m,
          /^Facilities$/m,
          /sorted by Residents, descending/,
          /Facility\s+message movement/,
          /No feed\s+\d+\s+[\d.]+%/,
        ]);
        const events = await request.get("/events/facility/101");
        expectInOrder(asText(await events.text()), [
          /^Events and phases/m,
          /^Shown on the charts$/m,
          /Your account can view this but not change it\./,
          /^Ended$/m,
        ]);
        const grid = await request.get("/users/reports-config");
        expectInOrder(asText(await grid.text()), [
          /Back to User Management/,
          /Report\s+Physician\s+Facility\s+Region\s+Division\s+Company\s+Admin/,
          /After Hours Patient Report(\s+\[[* ]\]){6}/,
          /Save/,
        ]);
      },
    );
  });
});
