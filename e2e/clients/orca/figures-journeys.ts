import { FIGURE_NAMES } from "../../support/figure-names";
import { awake, signInTo } from "../browsers/sign-in";
import type { Stage } from "../client";
import { pressAt } from "./by-ear";
import type { Reader, ReaderJourney } from "./reader";

const HOME = "/company-overview";

async function openHome({ visitor }: Reader, { demo }: Stage): Promise<void> {
  await signInTo(visitor, HOME, demo("demo-company"));
  await awake(visitor);
}

export const overview: ReaderJourney = async (reader, stage) => {
  await openHome(reader, stage);
  await reader.ear.untilQuiet();
  const said = await reader.readAll();
  const missing = FIGURE_NAMES.filter(
    (name) => !said.some((words) => words.startsWith(`${name}: `)),
  );
  if (missing.length > 0) {
    throw new Error(`not said with its value: ${missing.join()}`);
  }
};

/** A panel says its title and that it is a dialog, and no more until it is asked; closed, what opened it is heard again. */
function opensAndCloses(
  opener: string,
  name: RegExp,
  title: string,
): ReaderJourney {
  return async (reader, stage) => {
    const { ear } = reader;
    await openHome(reader, stage);
    await pressAt(reader, opener, name);
    await ear.untilHeard(new RegExp(`^${title} dialog$`));
    const said = await ear.untilQuiet();
    const longest = said.find((words) => words.length > 200);
    if (longest) throw new Error(`it is read in one breath: ${longest}`);
    ear.forget();
    await reader.pressKey("Escape");
    await ear.untilHeard(name);
  };
}

export const inspector = opensAndCloses(
  "#open-inspect-rth",
  /^RTH\/RTH%: .*, inspect push button/,
  "RTH/RTH%",
);

export const quality = opensAndCloses(
  "#open-quality-short",
  /^Real-Time Hospitalization Metrics/,
  "Real-Time Hospitalization Metrics",
);

export const graph: ReaderJourney = async (reader, stage) => {
  const { ear } = reader;
  await opensAndCloses(
    "#open-graph-rth_30",
    /^Full screen 30 Day RTH/,
    "30 Day RTH",
  )(reader, stage);
  // The focus is on the link again.
  await ear.untilQuiet();
  ear.forget();
  await reader.pressKey("Return");
  await ear.untilHeard(/^30 Day RTH dialog$/);
  await pressAt(
    reader,
    "#panel a[href*='mom=rth_30']",
    /^Month over month, 30 Day RTH/,
  );
  await ear.untilHeard(/month over month|Month over month/i);
};
