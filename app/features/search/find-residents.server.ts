import { GRAPH_ERROR_ABOVE, noticesOf, panelOf } from "~/data/panel.server";
import { mayReadResidents } from "~/domain/access/guard";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { dayText, residentWords } from "~/domain/residents/resident-words";
import { firstResidentsText, searchWords } from "~/features/search/rules/words";
import { residentPath } from "~/resident-paths";
import type { SignedIn } from "~/session/require-user.server";
import { findResidents, type FoundResidents } from "~server/residents/service";

/** One letter finds too many. */
const SHORTEST = 2;

/** The residents whom the page of results shows for a text (R554), and what is said where they could not be had. */
export async function residentsFor(
  { user: { viewer }, ask }: Pick<SignedIn, "user" | "ask">,
  text: string,
) {
  if (!mayReadResidents(viewer) || Array.from(text).length < SHORTEST) {
    return { residents: null, notices: [] };
  }
  const texts = { systemError: searchWords.residentsFailed };
  const panel = panelOf(
    await ask(findResidents, { text }),
    texts,
    viewOf,
    GRAPH_ERROR_ABOVE,
  );
  return {
    residents:
      panel.state === "data" && panel.data.count > 0 ? panel.data : null,
    notices: noticesOf(panel),
  };
}

function viewOf({ residents, count }: DeepReadonly<FoundResidents>) {
  return {
    count,
    note:
      count > residents.length
        ? firstResidentsText(residents.length, formatCount(count))
        : null,
    rows: residents.map((resident) => {
      const name = lastFirst(resident.lastName, resident.firstName);
      return {
        href: residentPath(resident.id),
        name: name === messages.unknown ? messages.unnamedPatient : name,
        about: aboutText(resident),
      };
    }),
  };
}

type Found = DeepReadonly<FoundResidents>["residents"][number];

/** 'MRN M-500, Willow House, 2 West, in house since 03/01/2026'. */
function aboutText({ mrn, facilityName, unit, ...stay }: Found): string {
  return [
    ...(mrn === null ? [] : [`${residentWords.facts.mrn} ${mrn}`]),
    facilityName,
    ...(unit === null ? [] : [unit]),
    standingText(stay),
  ].join(", ");
}

function standingText({
  admittedOn,
  dischargedOn,
  outSince,
}: Pick<Found, "admittedOn" | "dischargedOn" | "outSince">): string {
  const { strip } = residentWords;
  const [label, day] =
    outSince !== null
      ? [strip.out, outSince]
      : dischargedOn === null
        ? [strip.inHouse, admittedOn]
        : [strip.discharged, dischargedOn];
  return `${label.toLowerCase()} ${dayText(day)}`;
}
