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
        /Close\s*Show residents\s*Export metric data/,
        /Division List/,
      ]);
    });
  });
});
