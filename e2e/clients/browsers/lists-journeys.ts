import type { BrowserJourney } from "./browser-client";
import { awake, signInTo } from "./sign-in";
import type { Visitor } from "./visitor";

const FIRST_ROW = "#list tbody tr:first-child a";

/** Texts of one column of the page's list, by its head. */
function column(visitor: Visitor, head: string): Promise<string[]> {
  return visitor.run((wanted) => {
    const texts = (all: NodeListOf<HTMLElement>) =>
      Array.from(all, ({ innerText }) => innerText.trim());
    const at = texts(document.querySelectorAll("#list thead th")).findIndex(
      (text) => text.indexOf(wanted) === 0,
    );
    return Array.from(
      document.querySelectorAll("#list tbody tr"),
      (row) => texts(row.querySelectorAll("th, td"))[at] ?? "",
    );
  }, head);
}

export const drillDown: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/company-overview", demo("demo-company"));
  await awake(visitor);
  for (const level of ["Division", "Region", "Facility"]) {
    await visitor.press(FIRST_ROW);
    await visitor.find(["heading", new RegExp(`^${level} Profile`)]);
  }
  await visitor.press('#list tbody a[href*="/physician-profile/"]');
  await visitor.find(["heading", /^Physician Profile/]);
  await visitor.see("Patient List");
  await visitor.find("#list tbody tr");
};

export const frailty: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/", demo("demo-physician"));
  await awake(visitor);
  const all = (await column(visitor, "Frailty score")).map(Number.parseFloat);
  const high = all.filter((score) => score >= 6).length;
  await visitor.press('nav[aria-label="Frailty filter"] a[href*="high"]');
  await visitor.at(/frailty=high/);
  await visitor.see(`${high} of ${all.length} patients`);
};

export const sort: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/company-overview", demo("demo-company"));
  await awake(visitor);
  const orders: number[][] = [];
  for (const direction of ["ascending", "descending"]) {
    await visitor.press(["link", /^Patients\b/]);
    await visitor.find(`#list th[aria-sort=${direction}]`);
    const texts = await column(visitor, "Patients");
    orders.push(texts.map((text) => Number(text.replaceAll(/\D/g, ""))));
  }
  const [up = [], down = []] = orders;
  const expected = [...up].sort((a, b) => a - b);
  if (up.join() !== expected.join() || down.join() !== up.reverse().join()) {
    throw new Error(`sorted as ${up.join()} and ${down.join()}`);
  }
};

export const search: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/search", demo("demo-company"));
  await awake(visitor);
  const name = await visitor.textOf('main a[href*="/facility-profile/"]');
  await visitor.press("header input[name=q]");
  await visitor.fill(/Search/, name.slice(0, 7));
  await visitor.find("[role=listbox] [role=option]");
  await visitor.pressKey("Enter");
  await visitor.at(/^\/search\?q=/);
  await visitor.find(["heading", /^Results for/]);
  await visitor.press('main a[href*="/facility-profile/"]');
  await visitor.find(["heading", /^Facility Profile/]); // The stars are a part of their own, which comes late.
  await visitor.see("CMS 5 Star Ratings");
};
