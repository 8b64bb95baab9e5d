import type { Browser } from "@playwright/test";
import type { Cookies } from "./load";
import { CENSUS_ACCOUNT, LONG_LIST_PATH } from "./long-census";

/** A page that is measured, and whose cookies the browser holds. */
export interface LineScreen {
  name: string;
  origin: string;
  path: string;
  cookies?: Cookies;
}

const DEMO = { username: "demo-company", password: "Demo-2026!" };
const ADMINISTRATOR = { ...DEMO, username: "demo-accounts" };

async function signIn(
  browser: Browser,
  origin: string,
  { username, password }: typeof DEMO,
): Promise<Cookies> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  const cookies = await context.storageState();
  await context.close();
  return cookies;
}

/** The screens of the chapter: those of the demo organisation, and a list of 200 rows in an organisation of its own. */
export async function lineScreens(
  browser: Browser,
  demo: string,
  census: string,
): Promise<{ overview: Required<LineScreen>; screens: LineScreen[] }> {
  const company = await signIn(browser, demo, DEMO);
  const linkOn = async (path: string, start: string) => {
    const context = await browser.newContext({ storageState: company });
    const { text } = await context.request
      .get(demo + path)
      .then(async (answer) => ({ text: await answer.text() }));
    await context.close();
    const href = new RegExp(`href="(${start}[^"]+)"`).exec(text)?.[1];
    if (!href) throw new Error(`${path} has no link to ${start}`);
    return href.replaceAll("&amp;", "&");
  };
  const facility = await linkOn("/search", "/facility-profile/");
  const signedIn = { origin: demo, cookies: company };
  const overview = {
    ...signedIn,
    name: "company overview",
    path: "/company-overview",
  };
  const ofCensus = {
    origin: census,
    cookies: await signIn(browser, census, CENSUS_ACCOUNT),
  };
  return {
    overview,
    screens: [
      { name: "login", origin: demo, path: "/login" },
      overview,
      { ...signedIn, name: "facility profile", path: facility },
      {
        ...signedIn,
        name: "physician profile",
        path: await linkOn(facility, "/physician-profile/"),
      },
      {
        name: "users",
        origin: demo,
        path: "/users",
        cookies: await signIn(browser, demo, ADMINISTRATOR),
      },
      {
        ...signedIn,
        name: "after-hours report",
        path: "/reports/after-hours-patient-report/",
      },
      { ...ofCensus, name: "physician, 200 patients", path: LONG_LIST_PATH },
      {
        ...ofCensus,
        name: "200 medical staff",
        path: "/reports/medical-staff-report",
      },
    ],
  };
}
