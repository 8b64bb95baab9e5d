import type { Line } from "./line";
import type { User } from "./portal";

/** What every client is asked to do, in this order: what engines do each in their own way. */
export const JOURNEYS = [
  "login",
  "overview",
  "dates",
  "inspector",
  "graph",
  "charts",
  "search",
  "users",
  "session-end",
  "offline",
  "scripts-refused",
  "scripts-slow",
] as const;

export type JourneyName = (typeof JOURNEYS)[number];

/** Where a journey takes place. */
export interface Stage {
  /** Address of the portal, over a line of this client's own. */
  origin: string;
  /** What is between the client and the portal, with its faults. It is whole again before the next journey. */
  line: Line;
  /** A folder of this journey's own: profile, downloads. It goes with the journey. */
  folder: string;
  /** A folder for what somebody may want to look at, pictures; it stays. */
  shown: string;
  /** Signs in with the demo password. */
  demo(username: string): User;
}
