import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Client, Journey, JourneyName, Stage } from "../client";
import { onDisplay } from "../display";
import { findProgram, startProgram, versionOf } from "../program";
import { openFinder } from "./finder";
import { NETSURF_JOURNEYS } from "./journeys";
import { readerOf, type Reader } from "./reader";
import { screenOf } from "./screen";

export type NetsurfJourney = (reader: Reader, stage: Stage) => Promise<void>;

const PROGRAMS = ["netsurf-gtk", "Xvfb", "xdotool", "xclip", "import"];

/** A window of NetSurf for each journey, in a home of its own: nothing is kept from the one before. */
function inWindow(journey: NetsurfJourney): Journey {
  return async (stage) => {
    const home = path.join(stage.folder, "home");
    mkdirSync(home);
    const window = await onDisplay(async (display) => {
      const screen = screenOf(display);
      const { stop } = await startProgram(
        "netsurf-gtk",
        [
          "--window_x=0",
          "--window_y=0",
          "--window_width=1280",
          "--window_height=1000",
          `${stage.origin}/login`,
        ],
        {
          ready: async () =>
            (await screen.titles().catch(() => [])).some((title) =>
              title.startsWith("Login"),
            ),
          env: { DISPLAY: display, HOME: home },
        },
      );
      return { screen, stop };
    });
    const reader = readerOf(window.screen, stage);
    try {
      await window.screen.focus("NetSurf");
      await openFinder(window.screen);
      await journey(reader, stage);
    } finally {
      await reader.picture("end").catch(() => undefined);
      await window.stop();
    }
  };
}

const journeys = Object.entries(NETSURF_JOURNEYS).map(([name, journey]) => [
  name,
  typeof journey === "string" ? journey : inWindow(journey),
]);

/** NetSurf: an engine of its own, with some of CSS, no grids, no drawings of ours and no scripts. */
export const netsurf: Client = {
  name: "netsurf",
  packages: ["netsurf-gtk", "xvfb", "xdotool", "xclip", "imagemagick"],
  isHere: () => PROGRAMS.every(findProgram),
  version: async () => `NetSurf ${versionOf("dpkg", "-s", "netsurf-gtk")}`,
  journeys: Object.fromEntries(journeys) as Record<
    JourneyName,
    Journey | string
  >,
};
