import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Client, Journey, JourneyName } from "../client";
import { findProgram, versionOf } from "../program";
import { TEXT_JOURNEYS, type TextJourney } from "./journeys";
import { readWith } from "./reader";
import { openTerminal } from "./terminal";
import type { TextProgram } from "./text-program";

/** A browser of its own for each journey, in an empty home. */
function inTerminal(program: TextProgram, journey: TextJourney): Journey {
  return async (stage) => {
    for (const [name, text] of Object.entries(program.settings)) {
      const file = path.join(stage.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${text}\n`);
    }
    const terminal = await openTerminal(
      [program.command, ...program.args, `${stage.origin}/login`],
      stage.folder,
    );
    const reader = readWith(program, terminal, stage);
    try {
      await journey(reader, stage);
    } finally {
      await reader.keep("end");
      await terminal.stop();
    }
  };
}

/** The same journeys in every text browser. */
export function textClient(program: TextProgram): Client {
  const { name, command, title, cannot } = program;
  const journeys = Object.entries({ ...TEXT_JOURNEYS, ...cannot }).map(
    ([journeyName, journey]) => [
      journeyName,
      typeof journey === "string" ? journey : inTerminal(program, journey),
    ],
  );
  return {
    name,
    packages: [command, "tmux"],
    isHere: () => [command, "tmux"].every((one) => findProgram(one) !== null),
    version: async () => `${title} ${versionOf(command, "-version")}`,
    journeys: Object.fromEntries(journeys) as Record<
      JourneyName,
      Journey | string
    >,
  };
}
