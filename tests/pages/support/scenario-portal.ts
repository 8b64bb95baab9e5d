import { expect } from "vitest";
import type { Browser } from "./browser";
import { startCensusHost } from "./census-host";
import { documentOf, figuresOf } from "./document";
import { noticesOf, panelStates } from "./panel-states";
import { startPortal } from "./portal";

/** The built portal in front of the mock host, with the company signed in. */
export async function startScenarioPortal() {
  const host = await startCensusHost();
  const portal = await startPortal({ apiUrl: host.url });
  const signedIn = (username = "company"): Promise<Browser> =>
    portal.browser().loggedIn(username);
  const browser = await signedIn();
  return {
    host,
    browser,
    /** Another browser, with a session that a test may end. */
    signedIn,
    /** Opens a page that stands, and reads it. */
    async open(path: string) {
      const { status, text } = await browser.get(path);
      expect(status).toBe(200);
      const page = documentOf(text);
      return {
        page,
        title: page.title,
        states: panelStates(page),
        notices: noticesOf(page),
        figures: figuresOf(page),
      };
    },
    async stop(): Promise<void> {
      await portal.stop();
      await host.close();
    },
  };
}

export type ScenarioPortal = Awaited<ReturnType<typeof startScenarioPortal>>;
