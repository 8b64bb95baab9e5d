import { describe, expect, it } from "vitest";
import { chosenFor } from "~/features/cms-requests/rules/testing/chosen-values";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  hasFacilities,
  physicianRecord,
  says,
  sendJson,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const LIST = "/reports/cms-qies-reports";
const PAGE = `${LIST}/request?sort=status`;
const NPI = 1_003_000_101;
const PHYSICIAN = physicianRecord(NPI);
const ASK = "/api/QIES-reports/";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** A browser of that level, at a host with two facilities that takes every request. */
async function browserOf(role = "company"): Promise<Browser> {
  signsIn(host, { role, levels: [role === "physician" ? NPI : 0] });
  // Physicians are described by their own record.
  says(host, "/api/physician/", { data: PHYSICIAN });
  hasFacilities(host, { 101: "Elm House", 102: "Oak <House>" });
  says(host, "/api/reports/", { data: [] });
  answer({ data: [{ id: 1, error: null }] });
  return portal.browser().loggedIn(role);
}

/** What the host says to a request from now on; its list is empty. */
function answer(body: object, status = 200): void {
  host.on(ASK, ({ method }, response) =>
    method === "POST"
      ? sendJson(response, body, status)
      : void response.writeHead(204).end(),
  );
}

async function post(
  browser: Browser,
  typed: Record<string, string | string[]>,
  path = PAGE,
): Promise<Page> {
  const fields = new URLSearchParams({ csrf: await browser.csrfToken(PAGE) });
  for (const [name, values] of Object.entries(typed)) {
    for (const value of [values].flat()) fields.append(name, value);
  }
  return browser.post(path, fields);
}

function sent(): unknown[] {
  return host
    .callsTo(ASK)
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as unknown);
}

const ERRORS = {
  reportType: "50-5002",
  facility: "102",
  shown: "startDate endDate errorNumbers",
  ...(chosenFor("50-5002", "2026-03-31") as Record<string, string[]>),
};

it("shows the form over the list, with the viewer's facilities", async () => {
  const browser = await browserOf();
  const { status, text } = await browser.get(PAGE);
  expect(status).toBe(200);
  const page = documentOf(text);
  expect(page.title).toBe("Request CMS Report – Sojourn");
  expect(textsOf(page, "#request h2")).toEqual(["Request CMS Report"]);
  expect(textsOf(page, "#request [name=reportType] option")).toHaveLength(14);
  expect(textsOf(page, "#request [name=facility] option")).toEqual([
    "Select facility",
    "Elm House",
    "Oak <House>",
  ]);
  expect(
    all(page, "#request a").map((link) => link.getAttribute("href")),
  ).toEqual([`${LIST}?sort=status#request-cms-report`]);
});

it("sends a sound request, and leads back to the list with the good news", async () => {
  const browser = await browserOf();
  const { status, location } = await post(browser, {
    ...ERRORS,
    moreErrorNumbers: "-9001, 3511",
  });
  expect([status, location]).toEqual([303, `${LIST}?sort=status`]);
  expect(sent()).toEqual([
    {
      report_category_id: 50,
      report_type_id: 5002,
      name: "Assessments with Error Number XXXX",
      fac_id: 102,
      user_id: 7,
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      args: {
        BeginDate: { value: "2026-01-01", label: "01/01/2026" },
        EndDate: { value: "2026-03-31", label: "03/31/2026" },
        dc: { value: "BLK", label: "Days as given" },
        errnum: {
          value: ["-1001", "-9001", "-3511"],
          label: "-1001, -9001, -3511",
        },
      },
      file_type: "pdf",
    },
  ]);
  const list = await browser.get(location ?? "");
  expect(list.text).toContain("New report requested successfully");
});

it("says what is wrong with links to the fields, and keeps what was typed", async () => {
  const browser = await browserOf();
  const { status, text } = await post(browser, {
    ...ERRORS,
    facility: "999",
    endDate: "2999-01-01",
    errorNumbers: ["-1001", "-1002", "-3511", "-3517", "-3525", "-3527"],
  });
  expect(status).toBe(400);
  const page = documentOf(text);
  expect(page.title).toBe("Error: Request CMS Report – Sojourn");
  const links = all(page, "#request [role=alert] a");
  expect(links.map(textOf)).toEqual([
    "Facility selection required",
    "End date cannot be future date",
    "Maximum 5 error numbers",
  ]);
  for (const link of links) {
    const field = page.querySelector(link.getAttribute("href") ?? "");
    expect(field?.getAttribute("aria-invalid")).toBe("true");
  }
  const valueOf = (name: string) =>
    page.querySelector(`#request [name=${name}]`)?.getAttribute("value");
  expect(valueOf("startDate")).toBe("2026-01-01");
  expect(valueOf("endDate")).toBe("2999-01-01");
  expect(all(page, "#request [name=errorNumbers][checked]")).toHaveLength(6);
  expect(sent()).toEqual([]);
});

it("draws no more error numbers again than anybody chooses", async () => {
  const numbers = Array.from({ length: 12_000 }, (_, index) => 1_000 + index);
  const { status, text } = await post(await browserOf(), {
    ...ERRORS,
    moreErrorNumbers: numbers.join(" "),
  });
  expect(status).toBe(400);
  const page = documentOf(text);
  expect(textsOf(page, "#request [role=alert] a")).toEqual([
    "Maximum 5 error numbers",
  ]);
  expect(all(page, "#request [name=errorNumbers][checked]")).toHaveLength(200);
});

it("shows fields that nobody has seen before it sends what they start with", async () => {
  const { status, text } = await post(await browserOf(), {
    reportType: "60-6030",
    facility: "101",
  });
  expect(status).toBe(400);
  const page = documentOf(text);
  expect(textOf(page.querySelector("#request [role=alert]"))).toContain(
    "Your report needs these fields too.",
  );
  expect(all(page, "#request [name=measures][checked]")).toHaveLength(8);
  expect(sent()).toEqual([]);
});

it("shows other fields to a browser whose buttons know no address of their own", async () => {
  const browser = await browserOf();
  const page = await browser.get(PAGE);
  const button = all(documentOf(page.text), "#request button").find(
    (one) => textOf(one) === "Show fields",
  );
  const field = [button?.getAttribute("name"), button?.getAttribute("value")];
  expect(field).toEqual(["update", "Show fields"]);
  const { status, text } = await post(browser, { ...ERRORS, update: "1" });
  expect(status).toBe(200);
  expect(documentOf(text).querySelector("#request [role=alert]")).toBeNull();
  expect(sent()).toEqual([]);
});

it("shows other fields on demand, with all that was typed and no error", async () => {
  const browser = await browserOf();
  const { status, text } = await post(
    browser,
    { ...ERRORS, moreErrorNumbers: "-9001 abc" },
    `${PAGE}&update=1`,
  );
  expect(status).toBe(200);
  const page = documentOf(text);
  expect(page.title).toBe("Request CMS Report – Sojourn");
  expect(page.querySelector("#request [role=alert]")).toBeNull();
  expect(
    all(page, "#request [name=errorNumbers]").map((box) => [
      box.getAttribute("value"),
      box.hasAttribute("checked"),
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["-1001", true],
      ["-9001", true],
      ["-3908", false],
    ]),
  );
  expect(
    page
      .querySelector("#request [name=moreErrorNumbers]")
      ?.getAttribute("value"),
  ).toBe("abc");
  expect(page.querySelector("#request form")?.getAttribute("action")).toBe(
    `${PAGE}#request`,
  );
  expect(sent()).toEqual([]);
});

it.each<[says: object, status: number, shows: string, answers: number]>([
  [{ data: [{ error: "CMS is closed." }] }, 200, "CMS is closed.", 400],
  [{ message: "Not your facility." }, 403, "Not your facility.", 403],
  [
    {},
    500,
    "An unexpected error had occurred. Please contact support if the problem persists.",
    503,
  ],
])("tells what the host says: %j", async (says, hostStatus, shows, answers) => {
  const browser = await browserOf();
  answer(says, hostStatus);
  const { status, text } = await post(browser, ERRORS);
  expect(status).toBe(answers);
  const page = documentOf(text);
  expect(textOf(page.querySelector("#request [role=alert]"))).toContain(shows);
  expect(
    page.querySelector("#request [name=startDate]")?.getAttribute("value"),
  ).toBe("2026-01-01");
});

describe("a request that is made again", () => {
  const FAILED = {
    id: 7,
    report_category_id: 50,
    report_type_id: 5002,
    name: "Assessments with Error Number XXXX",
    file_type: "pdf",
    requested_tstamp: "2026-01-07 15:04:05",
    start_date: "2026-01-01",
    end_date: "2026-03-31",
    status: "error",
    fac_name: "Oak <House>",
    args: { errnum: { value: ["-1001", "-3584"], label: "" } },
  };
  const AGAIN = `${LIST}/request?again=7&sort=status`;

  async function opened(report: object, path = AGAIN) {
    const browser = await browserOf();
    says(host, ASK, { data: [report] });
    return documentOf((await browser.get(path)).text);
  }

  function held(page: Document, name: string): string[] {
    const chosen = all(page, `#request [name=${name}] option[selected]`);
    const typed = all(page, `#request input[name=${name}]`).filter(
      (input) =>
        input.getAttribute("type") !== "checkbox" ||
        input.hasAttribute("checked"),
    );
    return [
      ...chosen.map((option) => option.getAttribute("value") ?? ""),
      ...typed.map((input) => input.getAttribute("value") ?? ""),
    ];
  }

  it("finds its form filled as it was, and closes to the list as it was", async () => {
    const page = await opened(FAILED);
    expect(held(page, "reportType")).toEqual(["50-5002"]);
    expect(held(page, "facility")).toEqual(["102"]);
    expect(held(page, "startDate")).toEqual(["2026-01-01"]);
    expect(held(page, "endDate")).toEqual(["2026-03-31"]);
    expect(held(page, "errorNumbers")).toEqual(["-1001", "-3584"]);
    expect(
      all(page, "#request a").map((link) => link.getAttribute("href")),
    ).toEqual([`${LIST}?sort=status#request-cms-report`]);
    expect(
      page.querySelector("#request-form")?.getAttribute("action"),
    ).not.toContain("again");
  });

  it.each([`${LIST}/request?again=8`, `${LIST}/request?again=x`])(
    "finds an empty form where there is no such request: %s",
    async (path) => {
      const page = await opened(FAILED, path);
      expect(held(page, "startDate")).toEqual([]);
      expect(held(page, "reportType")).toEqual([""]);
      expect(held(page, "facility")).toEqual([""]);
    },
  );
});

it("tells what a report from the census will hold, also without scripts", async () => {
  const browser = await browserOf();
  const census = { first_day: "2024-01-01", last_day: "2999-12-31" };
  says(host, ASK, { data: [], census });
  const textOfForm = ({ text }: Page) =>
    textOf(documentOf(text).querySelector("#request"));
  const about = "This portal makes the reports from its own census.";
  expect(textOfForm(await browser.get(PAGE))).toContain(about);
  const shown = await post(
    browser,
    {
      reportType: "60-6035",
      facility: "102",
      shown: "fiscalYear",
      fiscalYear: "2024",
    },
    `${PAGE}&update=1`,
  );
  expect(textOfForm(shown)).toContain("does not show the CMS measures");
  expect(textOfForm(shown)).toContain(
    "The census begins on 01/01/2024. The report will have no figures before that day.",
  );
  answer({ data: [] });
  expect(textOfForm(await browser.get(PAGE))).not.toContain("census");
});
