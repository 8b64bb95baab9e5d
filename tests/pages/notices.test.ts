import { describe, expect, test } from "vitest";
import { type FakeHost, says } from "./support/fake-host";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const ORGANIZATION = "/api/company/organization/";
const WORDS = "Organization data was not retrieved due to a system error.";
const PAGE = "/company-overview";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const fail: Parameters<FakeHost["on"]>[1] = (_, response) => {
  response.writeHead(500).end();
};

async function signedIn() {
  const browser = await portal.browser().loggedIn("company");
  const open = async (path = PAGE) => {
    const { status, text } = await browser.get(path);
    const document = documentOf(text);
    return {
      status,
      document,
      notices: textsOf(document, "#notices li"),
      title: textOf(document.querySelector("title")),
    };
  };
  return { browser, open };
}

describe("locations that cannot be had", () => {
  test("are told on every page", async () => {
    says(host, ORGANIZATION, { message: "The registry is closed." }, 503);
    const { open } = await signedIn();
    const page = await open();
    const told = ["Error: The registry is closed.Dismiss"];
    expect([page.status, page.notices]).toEqual([200, told]);
    expect(page.title).toMatch(/^Error: Company Overview/);
    expect((await open()).notices).toEqual(told);
    expect(host.callsTo(ORGANIZATION)).toHaveLength(1);
  });

  test("stay dismissed until the next login, also where they fail again", async () => {
    host.on(ORGANIZATION, fail);
    const { browser, open } = await signedIn();
    const { document } = await open();
    const fields = Object.fromEntries(
      all(document, "#notices input").map((field) => [
        field.getAttribute("name"),
        field.getAttribute("value"),
      ]),
    );
    expect((await browser.post("/dismiss", fields)).location).toBe(PAGE);
    await open("/division-profile/1");
    const page = await open();
    expect(page.notices).toEqual([]);
    expect(page.title).toMatch(/^Company Overview/);
    expect((await (await signedIn()).open()).notices).toHaveLength(1);
  });

  test("are asked for again by a page that needs them, which says so itself and once", async () => {
    host.on(ORGANIZATION, fail);
    const { open } = await signedIn();
    await open();
    const refused = await open("/division-profile/1");
    expect(refused.status).toBe(500);
    expect(textsOf(refused.document, "main h1")).toEqual([`${WORDS} (500)`]);
    expect(refused.notices).toEqual([]);
    expect(host.callsTo(ORGANIZATION)).toHaveLength(2);

    says(host, ORGANIZATION, {
      data: {
        divisions: [{ division_id: 1, division_name: "North" }],
        regions: [],
        facilities: [],
      },
    });
    expect((await open("/division-profile/1")).status).toBe(200);
    expect((await open()).notices).toEqual([]);
    expect(host.callsTo(ORGANIZATION)).toHaveLength(3);
  });
});

describe("without scripts", () => {
  test("notices stand at the top of main, in live regions that each page has", async () => {
    const { open } = await signedIn();
    const quiet = await open();
    const regions = (page: typeof quiet) =>
      textsOf(
        page.document,
        "main #notices > [role=alert], main #notices > [aria-live=polite]",
      );
    expect(regions(quiet)).toEqual(["", ""]);
    host.on("/api/frailty/", fail);
    const { document, notices } = await open();
    expect(notices).toEqual([
      "Error: Frailty data was not retrieved due to a system error.",
    ]);
    expect(document.querySelectorAll("#notices button")).toHaveLength(0);
    const main = document.querySelector("main");
    const order = main?.querySelector("#notices, h1");
    expect(order?.id).toBe("notices");
  });
});
