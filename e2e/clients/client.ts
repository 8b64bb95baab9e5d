import type { Line } from "./line";
import type { Portal, User } from "./portal";

/** What every client is asked to do, in the order of the matrix. */
export const JOURNEYS = {
  "wrong-login": "Wrong login",
  login: "Login",
  overview: "Overview",
  dates: "Dates and ISNP",
  inspector: "Inspector and CSV",
  graph: "Graph full screen and toggle",
  charts: "Charts: labels apart, points round",
  quality: "Quality score",
  "drill-down": "Drill-down to patients",
  frailty: "Frailty",
  sort: "Sorting",
  search: "Search",
  "after-hours": "After hours",
  cms: "CMS request and PDF",
  users: "Users: add, edit, delete",
  password: "Password",
  logout: "Log out",
  "session-end": "Session's end in mid-form",
  offline: "Offline in mid-form",
  "scripts-refused": "Scripts refused (403)",
  "scripts-html": "HTML in place of scripts",
  "scripts-slow": "Scripts slow",
} as const;

export type JourneyName = keyof typeof JOURNEYS;

/** Where a journey takes place. */
export interface Stage {
  /** Address of the portal, over a line of this client's own. */
  origin: string;
  /** What is between the client and the portal, with its faults. It is whole again before the next journey. */
  line: Line;
  portal: Portal;
  /** A folder of this journey's own: profile, downloads. It goes with the journey. */
  folder: string;
  /** A folder for what somebody may want to look at, pictures; it stays. */
  shown: string;
  /** Signs in with the demo password. */
  demo(username: string): User;
}

/** Fulfilled where the client could do it; what it rejects with is the reason why not. */
export type Journey = (stage: Stage) => Promise<void>;

/** A program that users have, and how it does what they do. */
export interface Client {
  /** As `--client=` and the columns of the matrix have it. */
  name: string;
  /** Debian packages that it takes. */
  packages: readonly string[];
  /** Whether everything that it takes is on this machine. */
  isHere(): boolean;
  /** Program and version, with the engine's where that has one of its own: 'Firefox 153.7.0esr'. */
  version(): Promise<string>;
  journeys: Record<JourneyName, Journey>;
}

export type Outcome = { result: "pass" } | { result: "fail"; reason: string };

/** What became of a client: its outcomes, or why there are none. */
export interface ClientReport {
  name: string;
  version: string | null;
  missing: string | null;
  outcomes: Partial<Record<JourneyName, Outcome>>;
}
