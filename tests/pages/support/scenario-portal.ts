import { expect } from "vitest";
import { MOCK_PASSWORD } from "~mocks/accounts.data";
import { SCENARIO_PATH, startMockHost } from "~mocks/host";
import type { Noun, ScenarioName } from "~mocks/scenarios/named-scenarios";
import type { Browser } from "./browser";
import { documentOf, figuresOf } from "./document";
import { noticesOf, panelStates } from "./panel-states";
import { startPortal } from "./portal";

/** The built portal in front of the mocks on a port, each as an operator would run it. */
export async function startScenarioPortal() {
  const mock = await startMockHost();
  const portal = await startPortal({ apiUrl: mock.url });

  async function signedIn(): Promise<Browser> {
    const browser = portal.browser();
    const { status } = await browser.logIn("demo-company", MOCK_PASSWORD);
    expect(status).toBe(302);
    return browser;
  }

  const browser = await signedIn();
  return {
    /** Signed in as the company. */
    browser,
    /** A second one, with a session that a test may end. */
    signedIn,
    /** Has the host play a scenario, as somebody at a command line would. */
    async play(noun: Noun | "all", scenario: ScenarioName): Promise<void> {
      const { status } = await fetch(mock.url + SCENARIO_PATH, {
        method: "POST",
        body: JSON.stringify({ noun, scenario }),
      });
      expect(status).toBe(204);
    },
    async playNothing(): Promise<void> {
      await fetch(mock.url + SCENARIO_PATH, { method: "DELETE" });
    },
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
      await mock.close();
    },
  };
}

export type ScenarioPortal = Awaited<ReturnType<typeof startScenarioPortal>>;
