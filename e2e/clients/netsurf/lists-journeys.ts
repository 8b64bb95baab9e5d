import { signInTo } from "./sign-in-journeys";
import type { NetsurfJourney } from "./netsurf";

/** The first name of a list, what stands between its last head and its first figure: of a physician the surname, because a name that is broken into lines is not found. */
function firstName(text: string): string {
  const rows = text.split(LAST_HEAD).at(-1) ?? "";
  return /^ ?(.+?)(?:,.*?)? \d/.exec(rows)?.[1] ?? "";
}

const LAST_HEAD = /ADM\/1000(?! LT)|High \/ Med \/ Low/;

export const drillDown: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, "/company-overview", demo("demo-company"));
  let text = await reader.see("Division List");
  for (const level of ["Division", "Region", "Facility", "Physician"]) {
    await reader.press(firstName(text));
    await reader.asked(new RegExp(`^GET /${level.toLowerCase()}-profile/`));
    text = await reader.see(`${level} Profile`);
  }
  await reader.see(/Patient List/);
  await reader.spotted("Patient List");
  await reader.picture("patients");
};

export const frailty: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, "/", demo("demo-physician"));
  const text = await reader.see(/Frailty High (\d+)/);
  const high = /Frailty High (\d+)/.exec(text)?.[1];
  await reader.press("High");
  await reader.asked(/frailty=high/);
  await reader.see(new RegExp(`${high} of \\d+ patients`));
  await reader.spotted("High");
  await reader.picture("frailty");
};

export const sort: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, "/company-overview", demo("demo-company"));
  const orders: number[][] = [];
  for (const [at, direction] of ["ascending", "descending"].entries()) {
    // Once sorted, the list's name has the word before the head of the column.
    await reader.press("Patients", { nth: at + 1 });
    await reader.asked(/sort=/);
    const text = await reader.see(
      new RegExp(`sorted by Patients, ${direction}`),
    );
    const rows = text.matchAll(/\w+ Division [\d,]+ ([\d,]+) [\d,]+ [\d,]+/g);
    orders.push([...rows].map(([, n = ""]) => Number(n.replaceAll(",", ""))));
    await reader.picture(direction);
  }
  const [up = [], down = []] = orders;
  const expected = [...up].sort((a, b) => a - b);
  if (up.length < 2 || up.join() !== expected.join()) {
    throw new Error(`sorted as ${up.join()}`);
  }
  if (down.join() !== expected.reverse().join()) {
    throw new Error(`sorted back as ${down.join()}`);
  }
};

export const search: NetsurfJourney = async (reader, { demo }) => {
  await signInTo(reader, "/search", demo("demo-company"));
  await reader.fill("Search", "Kestrel");
  await reader.enter();
  await reader.asked(/^GET \/search\?q=Kestrel/);
  await reader.see("Results for");
  await reader.picture("results");
  await reader.press("Kestrelby");
  await reader.see("Facility Profile");
};
