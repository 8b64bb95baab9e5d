import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { GRAPH_ERROR_ABOVE, noticesOf, panelOf } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { ADMINISTRATOR_RANK, mayReadResidents } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { dayText, residentWords } from "~/features/residents/words";
import { readReports } from "~/features/embedded-reports/read-reports.server";
import { type SearchFacts, searchItems } from "./rules/items";
import { searchResults } from "./rules/search";
import { searchText } from "./rules/text";
import { firstResidentsText, searchWords } from "./rules/words";
import type { SearchData } from "~/features/shell/search/use-search-items";
import { residentPath } from "~/resident-paths";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { findResidents, type FoundResidents } from "~server/residents/service";

/** Residents are found on this page alone, so that each who is shown is on record. */
export interface SearchPage extends SearchData {
  residents: Awaited<ReturnType<typeof residentsFor>>["residents"];
}

/** Also answers the header's popup (R149). */
export async function loadSearch({
  request,
}: LoaderFunctionArgs): Promise<SearchPage> {
  const signedIn = await requireScreen(request);
  const { findOrganization, call } = signedIn;
  const { viewer } = signedIn.user;
  const text = searchText(new URL(request.url).searchParams.get("q"));
  const hasOwnPages = apiHost === null;
  const find = (facts: Omit<SearchFacts, "viewer">) =>
    searchResults(searchItems({ viewer, ...facts }), text, hasOwnPages).flatMap(
      ({ results }) => results.map(({ item }) => item),
    );
  if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) {
    const items = find({ organization: null, reports: [] });
    return { text, items, hasOwnPages, residents: null, notices: [] };
  }
  const [places, list, { residents, notices }] = await Promise.all([
    findOrganization(),
    readReports(call, GRAPH_ERROR_ABOVE),
    residentsFor(signedIn, hasOwnPages ? text : ""),
  ]);
  const organization = places.kind === "data" ? places.organization : null;
  const failures = [
    ...(places.kind === "failure" ? [places.message] : []),
    ...(list.state === "error" ? [list.message] : []),
  ];
  const reports = list.state === "data" ? list.reports : [];
  return {
    text,
    hasOwnPages,
    hasResidents: hasOwnPages,
    residents,
    items: find({ organization, reports }),
    notices: [
      ...failures.map((words) => ({ tone: "error" as const, text: words })),
      ...notices,
    ],
  };
}

const SHORTEST = 2;

async function residentsFor(
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
    residents: panel.state === "data" ? panel.data : null,
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

/** 'MRN M-500, Willow House, 2 West, in house since 03/01/2026' */
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
