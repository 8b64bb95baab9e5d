import type { IsoDay } from "~/domain/calendar";
import { seededRandom } from "~server/demo/random";
import { CENSUS } from "./census";

/** What happens in a month at a facility, by how many months before the last it is. */
interface Story {
  /** Of 16 who come from hospital, so many go back within 30 days. */
  returns(before: number): number;
  /** Of 40 who stay for years, so many go to the emergency room alone. */
  visits(before: number): number;
}

const MONTHS = 18;
const USUAL: Story = { returns: () => 6, visits: () => 9 };

/** Elm has fewer visits for seven months; many go back from Oak in the last month that is settled. */
const STORIES: Record<number, Story> = {
  101: { ...USUAL, visits: (before) => (before < 7 ? 9 : 15) + (before % 2) },
  102: { ...USUAL, returns: (before) => (before === 1 ? 15 : 6) },
};

const FACILITIES = `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing,data_through`;
/**
 * A census of 18 months through that day. In Coast, Elm House drifts, =Oak is unusual, and Ash <House> has nothing. Hills has that many
 * small facilities.
 */
export function signalCensus(
  through: IsoDay,
  hills = 0,
): Record<string, string> {
  const files = {
    facilities: [
      `101,Elm House,11,,,,,,${through}`,
      `102,=Oak,11,,,,,,${through}`,
      `104,Ash <House>,11,,,,,,${through}`,
      `201,Far House,21,,,,,,${through}`,
    ],
    patients: [] as string[],
    stays: [] as string[],
    transfers: [] as string[],
  };

  function resident(
    facility: number,
    {
      admitted,
      left = "",
      from = "community",
      npi = "",
    }: {
      admitted: string;
      left?: string;
      from?: string;
      npi?: number | "";
    },
  ): number {
    const id = files.patients.length + 1;
    files.patients.push(`${id},M${id},Ann,Resident,4`);
    const stay = [id, id, facility, npi, admitted, left, from, false];
    files.stays.push(stay.join());
    return id;
  }

  function transfer(
    patient: number,
    facility: number,
    day: string,
    to: string,
  ) {
    if (day > through) return;
    const id = files.transfers.length + 1;
    files.transfers.push([id, patient, facility, day, to, false].join());
  }

  for (const [id, story] of Object.entries(STORIES)) {
    const facility = Number(id);
    const npi = 1_000_000_000 + facility - 100;
    const residents = Array.from({ length: 40 }, () =>
      resident(facility, { admitted: "2020-01-05", npi }),
    );
    resident(facility, { admitted: "2020-01-05" });
    for (let before = 0; before < MONTHS; before += 1) {
      const day = dayOf(through, before);
      residents.forEach((one, at) => {
        if (at < 9) transfer(one, facility, day(9), "inpatient");
        else if (at < 9 + story.visits(before)) {
          transfer(one, facility, day(9), "ed_only");
        }
      });
      for (let at = 0; at < 16 && day(3) <= through; at += 1) {
        const left = day(28) <= through ? day(28) : "";
        const one = resident(facility, {
          admitted: day(3),
          left,
          from: "hospital",
          npi,
        });
        if (at < story.returns(before)) {
          transfer(one, facility, day(8), "inpatient");
        }
      }
    }
  }

  const random = seededRandom("signals");
  for (let at = 0; at < hills; at += 1) {
    const facility = 1_000 + at;
    const name = `${random.int(1, 9_999)} Care and Rehabilitation Center`;
    files.facilities.push(`${facility},${name},12,,,,,,${through}`);
    const residents = Array.from({ length: random.int(2, 6) }, () =>
      resident(facility, { admitted: "2020-01-05" }),
    );
    for (let before = 0; before < MONTHS; before += 1) {
      const day = dayOf(through, before);
      for (const one of residents) {
        const lot = random.int(0, 9);
        if (lot < 4)
          transfer(one, facility, day(9), lot < 2 ? "inpatient" : "ed_only");
      }
    }
  }

  const withHead = (name: keyof typeof CENSUS, rows: string[]) =>
    [CENSUS[name].split("\n")[0], ...rows].join("\n");
  return {
    "facilities.csv": [FACILITIES, ...files.facilities].join("\n"),
    "patients.csv": withHead("patients.csv", files.patients),
    "stays.csv": withHead("stays.csv", files.stays),
    "transfers.csv": withHead("transfers.csv", files.transfers),
  };
}

/** The days of a month, by how many months before that of `through` it is. */
function dayOf(through: IsoDay, before: number): (day: number) => string {
  const [year = 0, month = 1] = through.split("-").map(Number);
  const count = year * 12 + month - 1 - before;
  const first = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
  return (day) => `${first}-${String(day).padStart(2, "0")}`;
}
