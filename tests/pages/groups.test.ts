import { describe, expect, it } from "vitest";
import { groupPageWords as words } from "~/features/groups/rules/page-words";
import { groupRuleWords } from "~/features/groups/rules/rule-words";
import { userWords } from "~/features/users/rules/words";
import type { Browser, Fields, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onPortal } from "./support/on-portal";
import { onPortalWithLogin } from "./support/organisation";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";

const LIST = "/users/groups";
const ADD = "/users/groups/add";

/** A group of two facilities, as a form without scripts sends it once its places are chosen. */
const NURSES: Fields = {
  name: "7c9e6679-nurses",
  label: "Nurses",
  accessLevel: "facility",
  placesOf: "facility",
  division: "1",
  regionsOf: "1",
  region: "11",
  facilitiesOf: "11",
  facility: ["101", "102"],
};
const COMPANY: Fields = {
  name: "managers",
  label: "",
  accessLevel: "company",
  placesOf: "company",
  isnpOnly: "true",
};

const send = (browser: Browser, path: string, typed: Fields) =>
  browser.submit(path, typed, LIST);

const rowsOf = (page: Page) =>
  all(documentOf(page.text), "#groups tbody tr").map((row) =>
    all(row, "th, td").map(textOf),
  );
const problems = (page: Page) =>
  textsOf(documentOf(page.text), "#group-form [role=alert] li");
const valueOf = (page: Page, name: string) =>
  documentOf(page.text)
    .querySelector(`#group-form [name=${name}]`)
    ?.getAttribute("value");
const offered = (page: Page, name: string) =>
  all(documentOf(page.text), `#group-form [name=${name}]`).map((box) =>
    textOf(box.closest("label")),
  );
const ticked = (page: Page, name: string) =>
  all(documentOf(page.text), `#group-form [name=${name}]`)
    .filter((box) => box.hasAttribute("checked"))
    .map((box) => textOf(box.closest("label")));
const noticesOf = ({ text }: Page) => documentOf(text).body.textContent;

describe("the pages of groups", () => {
  let portal: Portal;
  onPortalWithLogin((both) => ({ portal } = both));

  const manager = () => portal.browser().loggedIn("accounts");

  /** Where the form of a group is, by what its row begins with. */
  async function formOfGroup(browser: Browser, title: string): Promise<string> {
    const link = all(
      documentOf((await browser.get(LIST)).text),
      "#groups a",
    ).find((one) => one.getAttribute("aria-label") === `Edit ${title}`);
    const href = link?.getAttribute("href");
    if (!href) throw new Error(`no group ${title}`);
    return href;
  }

  const opened = async (browser: Browser, path: string) =>
    valueOf(await browser.get(path), "opened") ?? "";

  async function without(browser: Browser, title: string): Promise<void> {
    const path = `${await formOfGroup(browser, title)}/remove`;
    expect((await send(browser, path, {})).location).toBe(LIST);
  }

  it("begin with a table that says what it is for, which the users lead to", async () => {
    const browser = await manager();
    const users = documentOf((await browser.get("/users")).text);
    const links = all(users, "nav a").map((a) => [
      textOf(a),
      a.getAttribute("href"),
    ]);
    expect(links).toContainEqual(["Groups", LIST]);
    const { status, text } = await browser.get(LIST);
    expect(status).toBe(200);
    const page = documentOf(text);
    expect(page.title).toBe("Groups – Sojourn");
    const told = textsOf(page, "main p");
    const { none, several, severalIsnp, afterChange } = words;
    for (const line of [none, several, severalIsnp, afterChange]) {
      expect(told).toContain(line);
    }
  });

  it("add a group step by step, without scripts", async () => {
    const browser = await manager();
    const first = await browser.get(ADD);
    expect(textsOf(documentOf(first.text), "#group-form option")).toEqual([
      "Select access level",
      "Facility",
      "Region",
      "Division",
      "Company",
      "Account manager",
    ]);
    const update = `${ADD}?update=1`;
    const levels = { ...NURSES, placesOf: "", division: [], region: [] };
    const chosen = await send(browser, update, levels);
    expect(chosen.status).toBe(200);
    expect(valueOf(chosen, "name")).toBe("7c9e6679-nurses");
    expect(offered(chosen, "division")).toEqual(["North", "South"]);
    const inNorth = { ...NURSES, regionsOf: "", region: [] };
    const regions = await send(browser, update, inNorth);
    expect(offered(regions, "region")).toEqual(["Coast", "Hills"]);
    const inCoast = { ...NURSES, facilitiesOf: "", facility: [] };
    const facilities = await send(browser, update, inCoast);
    expect(offered(facilities, "facility")).toEqual(["Elm House", "Oak House"]);
    const saved = await send(browser, ADD, NURSES);
    expect([saved.status, saved.location]).toEqual([303, LIST]);
    await send(browser, ADD, COMPANY);
    const list = await browser.get(LIST);
    expect(noticesOf(list)).toContain(words.added);
    expect(rowsOf(list)).toEqual([
      ["managers", "Company", "All locations", "Yes", "Edit Remove"],
      [
        "Nurses 7c9e6679-nurses",
        "Facility",
        "Elm House, Oak House",
        "No",
        "Edit Remove",
      ],
    ]);
    await without(browser, "managers");
    await without(browser, "Nurses");
  });

  it("say what is wrong at its field, and keep what was typed", async () => {
    const browser = await manager();
    const wrong = await send(browser, ADD, {
      ...NURSES,
      name: " ",
      facility: [],
    });
    expect(wrong.status).toBe(400);
    expect(problems(wrong)).toEqual([
      groupRuleWords.nameMissing,
      userWords.missing.facility,
    ]);
    expect(documentOf(wrong.text).title).toMatch(/^Error: /);
    expect([valueOf(wrong, "label"), ticked(wrong, "region")]).toEqual([
      "Nurses",
      ["Coast"],
    ]);
    const level = { ...COMPANY, accessLevel: "physician" };
    expect(problems(await send(browser, ADD, level))).toEqual([
      groupRuleWords.levelNotForGroups,
    ]);
    await send(browser, ADD, COMPANY);
    const taken = await send(browser, ADD, COMPANY);
    expect(taken.status).toBe(409);
    expect(problems(taken)).toEqual([groupRuleWords.nameTaken]);
    expect(
      documentOf(taken.text)
        .querySelector("#editor-name")
        ?.getAttribute("aria-invalid"),
    ).toBe("true");
    await without(browser, "managers");
  });

  it("change a group, and show what it has", async () => {
    const browser = await manager();
    await send(browser, ADD, NURSES);
    const path = await formOfGroup(browser, "Nurses");
    const form = await browser.get(path);
    expect(documentOf(form.text).title).toBe("Edit Group – Sojourn");
    expect([
      valueOf(form, "name"),
      valueOf(form, "label"),
      ticked(form, "division"),
      ticked(form, "region"),
      ticked(form, "facility"),
    ]).toEqual([
      "7c9e6679-nurses",
      "Nurses",
      ["North"],
      ["Coast"],
      ["Elm House", "Oak House"],
    ]);
    const change = { ...NURSES, label: "Carers", facility: "102" };
    const held = { opened: valueOf(form, "opened") ?? "" };
    const saved = await send(browser, path, { ...change, ...held });
    expect(saved.location).toBe(LIST);
    const list = await browser.get(LIST);
    expect(noticesOf(list)).toContain(words.updated);
    expect(rowsOf(list)[0]?.slice(0, 3)).toEqual([
      "Carers 7c9e6679-nurses",
      "Facility",
      "Oak House",
    ]);
    await without(browser, "Carers");
  });

  it("tell what somebody else has changed, and replace it with the next press", async () => {
    const browser = await manager();
    await send(browser, ADD, NURSES);
    const path = await formOfGroup(browser, "Nurses");
    const held = await opened(browser, path);
    await send(browser, path, {
      ...NURSES,
      label: "Carers",
      facility: "101",
      opened: held,
    });
    const mine = { ...NURSES, label: "Helpers" };
    const stale = await send(browser, path, { ...mine, opened: held });
    expect(stale.status).toBe(409);
    expect(problems(stale)).toEqual([
      groupRuleWords.staleEdit,
      "Label: Nurses → Carers",
      "Facility: Elm House, Oak House → Elm House",
      "Save again to replace it with this form.",
    ]);
    expect(valueOf(stale, "label")).toBe("Helpers");
    const newer = valueOf(stale, "opened") ?? "";
    const again = await send(browser, path, { ...mine, opened: newer });
    expect(again.location).toBe(LIST);
    expect(rowsOf(await browser.get(LIST))[0]?.slice(0, 3)).toEqual([
      "Helpers 7c9e6679-nurses",
      "Facility",
      "Elm House, Oak House",
    ]);
    await without(browser, "Helpers");
  });

  it("ask before a group is removed, and say so where it is gone", async () => {
    const browser = await manager();
    await send(browser, ADD, NURSES);
    const path = await formOfGroup(browser, "Nurses");
    const held = await opened(browser, path);
    const question = await browser.get(`${path}/remove`);
    expect(textsOf(documentOf(question.text), "main dd")).toEqual([
      "7c9e6679-nurses",
      "Nurses",
      "Facility",
      "Elm House, Oak House",
      "No",
    ]);
    expect(question.text).not.toContain(words.managersLose);
    expect(rowsOf(await browser.get(LIST))).toHaveLength(1);
    await send(browser, `${path}/remove`, {});
    const list = await browser.get(LIST);
    expect(noticesOf(list)).toContain(words.removed);
    expect(rowsOf(list)).toEqual([]);
    await send(browser, `${path}/remove`, {});
    expect(noticesOf(await browser.get(LIST))).toContain(words.alreadyRemoved);
    const late = await send(browser, path, { ...NURSES, opened: held });
    expect(late.location).toBe(LIST);
    expect(noticesOf(await browser.get(LIST))).toContain(words.goneMeanwhile);
    expect(rowsOf(await browser.get(LIST))).toEqual([]);
  });

  it("warn of a group of account managers, before it is chosen too", async () => {
    const browser = await manager();
    const warned = ({ text }: Page) =>
      textsOf(documentOf(text), "#group-form [aria-live=polite]").at(-1);
    const before = `Account manager: ${words.managers}`;
    expect(warned(await browser.get(ADD))).toBe(before);
    const update = `${ADD}?update=1`;
    expect(warned(await send(browser, update, COMPANY))).toBe(before);
    const managers = { ...COMPANY, accessLevel: "account_manager" };
    expect(warned(await send(browser, update, managers))).toBe(words.managers);
  });

  it("say that account managers by a group lose that level with it", async () => {
    const browser = await manager();
    const linesOf = async (path: string) =>
      textsOf(documentOf((await browser.get(path)).text), "main p");
    await send(browser, ADD, { ...COMPANY, accessLevel: "account_manager" });
    const path = await formOfGroup(browser, "managers");
    expect(await linesOf(path)).toContain(words.managersLoseByEdit);
    const remove = `${path}/remove`;
    expect(await linesOf(remove)).toContain(words.managersLose);
    const back = { ...COMPANY, opened: await opened(browser, path) };
    expect((await send(browser, path, back)).location).toBe(LIST);
    expect(await linesOf(path)).not.toContain(words.managersLoseByEdit);
    expect(await linesOf(remove)).not.toContain(words.managersLose);
    const facts = documentOf((await browser.get(remove)).text);
    expect(textsOf(facts, "main dd")).toEqual([
      "managers",
      "Company",
      "All locations",
      "Yes",
    ]);
    await without(browser, "managers");
  });

  it("keep what was typed when the session ends", async () => {
    const browser = await manager();
    const csrf = await browser.csrfToken(ADD);
    idleFor(portal, 15 * 60_000);
    const posted = await browser.post(ADD, { csrf, ...NURSES });
    expect(posted.location).toBe("/login");
    expect((await browser.logIn("accounts")).location).toBe(ADD);
    const back = await browser.get(ADD);
    expect([valueOf(back, "name"), ticked(back, "facility")]).toEqual([
      "7c9e6679-nurses",
      ["Elm House", "Oak House"],
    ]);
    expect(textsOf(documentOf(back.text), "[data-unsent]")).toHaveLength(1);
    expect(rowsOf(await browser.get(LIST))).toEqual([]);
  });

  it("are not found for groups that nobody has", async () => {
    const browser = await manager();
    for (const path of ["999", "x", "999/remove", "add/remove", "1/other"]) {
      expect((await browser.get(`${LIST}/${path}`)).status, path).toBe(404);
    }
    expect((await send(browser, `${LIST}/x`, NURSES)).status).toBe(404);
  });
});

describe("a portal without an organisation's login", () => {
  let portal: Portal;
  onPortal((started) => (portal = started));

  it("has no groups", async () => {
    const browser = await portal.browser().loggedIn("accounts");
    expect((await browser.get("/users")).text).not.toContain(LIST);
    const csrf = await browser.csrfToken("/change-password");
    for (const path of [LIST, ADD, `${LIST}/1`, `${LIST}/1/remove`]) {
      expect((await browser.get(path)).status, path).toBe(404);
      if (path === LIST) continue;
      expect((await browser.post(path, { csrf, ...NURSES })).status).toBe(404);
    }
  });
});
