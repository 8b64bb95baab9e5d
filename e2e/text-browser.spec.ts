import { execFileSync, spawnSync } from "node:child_process";
import { cookiesOf } from "./support/accounts";
import { expect, test } from "./support/test";

const hasW3m = spawnSync("w3m", ["-version"]).status === 0;

/** A page as w3m writes it on a terminal of 100 columns. */
function asText(html: string): string {
  return execFileSync(
    "w3m",
    ["-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", "100"],
    { input: html, encoding: "utf8" },
  );
}

test.describe("in a text browser", () => {
  test.skip(!hasW3m, "w3m is not installed (Debian: apt-get install w3m)");

  test("the login page shows its welcome, both fields and the button", async ({
    baseURL,
  }) => {
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
  });

  test.describe("signed in", () => {
    test.use({ storageState: cookiesOf("demo-company") });

    test("a profile reads from its heading to its list", async ({
      request,
    }) => {
      const text = asText(
        await (await request.get("/company-overview")).text(),
      );
      const inOrder = [
        /Company Overview/,
        /From Date/,
        /General/,
        /Patient count\s+[\d,]+/,
        /SS Hosp Metrics/,
        /RTH\/RTH%\s+[\d,]+[^\n]*\d+\.\d\d ?%/,
        /LS Hosp Metrics/,
        /H\/1000\s+[\d,.]+/,
        /Division List/,
        /Name.*Patients/,
      ];
      let rest = text;
      for (const pattern of inOrder) {
        const at = rest.search(pattern);
        expect(at, `${pattern} in order in:\n${text}`).toBeGreaterThanOrEqual(
          0,
        );
        rest = rest.slice(at);
      }
      expect(text).not.toMatch(/loading/i);
    });
  });
});
