import { beforeEach, describe, expect, it } from "vitest";
import { newYorkDay } from "~/domain/calendar";
import type { KnownSignals } from "~/features/signals/rules/visits";
import { all, documentOf, textOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { signalCensus } from "./support/signal-census";
import { inStore, withoutTable } from "./support/store-of-portal";

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: signalCensus(newYorkDay(new Date())),
});
beforeEach(() =>
  inStore(portal, ({ db }) => db.deleteFrom("signal_visits").execute()),
);

/** As if a user had looked at the signals of these places before, and seen those alone. */
async function hasSeen(username: string, known: KnownSignals) {
  await inStore(portal, async ({ db }) => {
    const { id } = await db
      .selectFrom("users")
      .where("username", "=", username)
      .select("id")
      .executeTakeFirstOrThrow();
    const visit = {
      user_id: id,
      signed_in_at: "2025-01-01T12:00:00.000Z",
      known_before: "{}",
      known_now: JSON.stringify(known),
    };
    await db.insertInto("signal_visits").values(visit).execute();
  });
}

async function open(path: string, username: string) {
  const browser = await portal.browser().loggedIn(username);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

/** A page does not wait for its news: a portal that has just started may come too late with them. */
async function openWithNews(path: string, username: string, news: string) {
  const browser = await portal.browser().loggedIn(username);
  let text = "";
  await expect
    .poll(async () => ({ text } = await browser.get(path)).text)
    .toContain(news);
  return { text, document: documentOf(text) };
}

async function linksWithNews(username: string) {
  const { document } = await openWithNews("/", username, "since your last");
  return all(document, "main nav a").map((link) => [
    textOf(link),
    link.getAttribute("href"),
  ]);
}

describe("what is new since the visit before", () => {
  it("is a line on the page of the viewer's own place, with the way there", async () => {
    await hasSeen("facility", { "facility/101": [] });
    const page = "/facility-profile/101";
    const { document } = await openWithNews(page, "facility", "new signals");
    const line = all(document, "main a").find((link) =>
      textOf(link).includes("new signals"),
    );
    expect(textOf(line)).toBe("2 new signals since your last visit");
    expect(line?.getAttribute("href")).toBe("/signals/facility/101");
  });

  it("is no line at a first visit, of a place of others, or where it cannot be read", async () => {
    const page = "/facility-profile/101";
    const first = await open(page, "facility");
    expect(first.text).not.toContain("since your last visit");
    await hasSeen("company", { "facility/101": [] });
    const above = await open(page, "company");
    expect(above.text).not.toContain("since your last visit");
    const { status, text } = await withoutTable(portal, "signal_visits", () =>
      open(page, "facility"),
    );
    expect(status).toBe(200);
    expect(text).not.toContain("since your last visit");
  });

  it("is a line under each own place of the logo page", async () => {
    await hasSeen("facilities", { "facility/101": [] });
    const links = await linksWithNews("facilities");
    expect(links.filter(([text]) => !text?.includes("overdue"))).toEqual([
      ["=Oak", "/facility-profile/102"],
      ["Elm House", "/facility-profile/101"],
      ["2 new signals since your last visit", "/signals/facility/101"],
    ]);
  });

  it("is a line under each own number of a physician who has several", async () => {
    await inStore(portal, ({ db }) =>
      db
        .updateTable("users")
        .set({ access_level_id: "1000000001 1000000003" })
        .where("username", "=", "physician")
        .execute(),
    );
    await hasSeen("physician", { "physician/1000000001": [] });
    expect(await linksWithNews("physician")).toEqual([
      ["NPI 1000000001", "/physician-profile/1000000001"],
      [
        "1 new signal since your last visit",
        "/physician-profile/1000000001?mom=ed_1000&graph=ed_1000#panel",
      ],
      ["NPI 1000000003", "/physician-profile/1000000003"],
    ]);
  });

  it("is marked in the cells of the page of signals", async () => {
    await hasSeen("company", { "region/11": ["own:ed_1000:drifting_down"] });
    const page = "/signals/region/11";
    const { document, text } = await openWithNews(page, "company", ", new");
    const said = all(document, "#signals tbody span.block").map(textOf);
    expect(said.filter((words) => words.includes("Drifting down"))).toEqual([
      expect.stringMatching(/^↘ Drifting down since \w{3} \d{4}, new$/),
    ]);
    expect(text).toContain("New: since your last visit.");
    const own = all(document, "main a").filter((link) =>
      textOf(link).includes("drifting down"),
    );
    expect(own.map((link) => textOf(link).includes(", new"))).toEqual([false]);
    const earlier = await open("/signals/region/11?isnp=false", "company");
    expect(earlier.text).toContain("Drifting down");
    expect(earlier.text).not.toContain(", new");
  });
});
