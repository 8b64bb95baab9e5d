import { noticesOf, panelOf } from "~/data/panel.server";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import {
  censusWords as words,
  unplacedText,
} from "~/features/data-quality/rules/census-words";
import { formatCount } from "~/domain/number-format";
import { userTitles } from "~/features/users/rules/user-titles";
import { dashboardCrumb } from "~/features/shell/navigation/dashboard-crumb";
import { paths } from "~/paths";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { listCensus } from "~server/data-quality/service";
import {
  censusHref,
  censusQuery,
  readCensusAddress,
  type CensusAddress,
} from "./census-address";
import type { CensusView, FacilityList } from "./census-view";
import { facilityRows, knowsBeds } from "./facility-rows.server";
import { loadFindings } from "./load-findings.server";

const TEXTS = { systemError: words.failed };

/** Loads a page of facilities, and the list behind a count that the address names (R293). */
export async function loadCensus(request: Request) {
  const signedIn = await requireScreen(request);
  const { viewer } = signedIn.user;
  const address = readCensusAddress(new URL(request.url).searchParams);
  const [outcome, list] = await Promise.all([
    askCensus(signedIn, address),
    loadFindings(signedIn, address),
  ]);
  const facilities = facilitiesOf(outcome, address, signedIn);
  const next = outcome.kind === "data" ? outcome.answer.next : null;
  const pageHref = (page: number) =>
    censusHref({ ...address, page, list: null });
  const view: CensusView = {
    facilities,
    knowsBeds: outcome.kind === "data" && knowsBeds(outcome.answer.data),
    list,
    sort: address.sort,
    page: address.page,
    query: censusQuery({ ...address, sort: null, page: 1 }),
    allHref:
      address.place === null
        ? null
        : censusHref({ ...address, place: null, page: 1, list: null }),
    href: censusHref(address),
    olderHref: next === null ? null : pageHref(address.page + 1),
    newestHref: address.page === 1 ? null : pageHref(1),
  };
  return {
    view,
    crumbs: [
      rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK
        ? { label: userTitles.all, href: paths.users }
        : dashboardCrumb(viewer),
      { label: words.title, current: true },
    ],
    notices: noticesOf(facilities),
  };
}

function askCensus(signedIn: SignedIn, { place, page, sort }: CensusAddress) {
  const order = sort && { sort: sort.column, dir: sort.direction };
  return signedIn.ask(listCensus, { place, ...order, page: page - 1 });
}

function facilitiesOf(
  outcome: Awaited<ReturnType<typeof askCensus>>,
  address: CensusAddress,
  { user: { viewer } }: SignedIn,
): FacilityList {
  const panel = panelOf(outcome, TEXTS, (answer) => answer);
  switch (panel.state) {
    case "error":
      return { state: "error", message: panel.message };
    case "empty":
      return { state: "empty" };
    case "data": {
      const { data, unplaced } = panel.data;
      return {
        state: "data",
        rows: facilityRows(data, address, viewer),
        unplaced: unplaced
          ? {
              text: unplacedText(formatCount(unplaced)),
              href:
                rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK
                  ? paths.feed
                  : null,
            }
          : null,
      };
    }
  }
}
