import type { QiesReport } from "~/contract/qies-reports";
import { newYorkSqlDatetime } from "~/domain/calendar";
import { ACCOUNTS, MOCK_PASSWORD, type MockAccount } from "./accounts.data";
import { MockSessions } from "./mock-sessions";
import { REPORTS, type MockReport } from "./reports.data";
import type { Noun, ScenarioName } from "./scenarios/named-scenarios";

export interface MockHostOptions {
  /** The time, for the ends of sessions and the age of the data. */
  clock?: () => Date;
  /** How long the scenario `slow` waits. The portal gives up on a call after 5 seconds. */
  slowMs?: number;
}

const HOUR_MS = 3_600_000;

/** Everything that a mock host remembers. Each has its own, so that tests do not disturb each other. */
export class MockHost {
  readonly clock: () => Date;
  readonly slowMs: number;
  readonly sessions: MockSessions;
  readonly accounts: Map<number, MockAccount & { password: string }>;
  /** Ids are not given twice. */
  nextAccountId = ACCOUNTS.length + 1;
  readonly reports: MockReport[];
  /** Ids of the after-hours notes that each user has read, by the user's id. */
  readonly notesRead = new Map<number, Set<number>>();
  /** CMS reports that were asked for, the newest first; nobody makes them. */
  readonly requestedReports: QiesReport[] = [];
  readonly #scenarios = new Map<Noun | "all", ScenarioName>();

  constructor({ clock = () => new Date(), slowMs = 6_000 }: MockHostOptions) {
    this.clock = clock;
    this.slowMs = slowMs;
    this.sessions = new MockSessions(clock);
    this.accounts = new Map(
      ACCOUNTS.map((one) => [one.id, { ...one, password: MOCK_PASSWORD }]),
    );
    this.reports = REPORTS.map((report) => ({
      ...report,
      roles: [...report.roles],
    }));
  }

  /** Plays a scenario on the calls of one noun, or on all of them but signing in and out. */
  play(noun: Noun | "all", scenario: ScenarioName): void {
    this.#scenarios.set(noun, scenario);
  }

  /** Ends every scenario. */
  playNothing(): void {
    this.#scenarios.clear();
  }

  scenarioOf(noun: Noun): ScenarioName | undefined {
    const forAll = noun === "auth" ? undefined : this.#scenarios.get("all");
    return this.#scenarios.get(noun) ?? forAll;
  }

  /** When the data were last imported: an hour ago, New York time. */
  get lastUpdated(): string {
    return newYorkSqlDatetime(new Date(this.clock().getTime() - HOUR_MS));
  }
}
