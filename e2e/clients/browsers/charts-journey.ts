import { chartFaults } from "../../support/chart-geometry";
import type { BrowserJourney } from "./browser";
import { awake, signInTo } from "./sign-in";

const PLACES = {
  overview: "",
  huddle: "?view=huddle",
  comparison: "?compare=rth",
  "full-screen": "?graph=hosp_1000",
  "full-screen-months": "?mom=rth_30&graph=rth_30",
};

/** Measured, not compared picture by picture: engines draw letters each in its own way. */
export const charts: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/company-overview", demo("demo-company"));
  const faults: string[] = [];
  for (const [name, query] of Object.entries(PLACES)) {
    await visitor.open(`/company-overview${query}`);
    await awake(visitor);
    if (query.includes("graph=")) await visitor.find("#panel .apexcharts-svg");
    await visitor.until(
      "chart",
      () => document.querySelectorAll("svg text").length > 0,
    );
    await visitor.picture(name);
    const found = await visitor.run(chartFaults);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  if (faults.length > 0) {
    throw new Error(
      `${faults.length} faults, first ${faults.slice(0, 4).join("; ")}`,
    );
  }
};
