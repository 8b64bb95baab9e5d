import { redirect } from "@remix-run/node";
import { signedIdParam } from "~/contract/wire";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf } from "~/data/panel.server";
import type { Viewer } from "~/domain/access/viewer";
import { readPage } from "~/domain/lists/list-page";
import { residentWords as words } from "./resident-words";
import { navOfFacility } from "~/navigation.server";
import { todayWords } from "~/features/today/rules/today-words";
import { todayPath } from "~/today-paths";
import { residentPath } from "~/resident-paths";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Crumb } from "~/ui/breadcrumbs";
import { viewResident } from "~server/residents/service";
import { residentPageView } from "./page-texts.server";
import { notesHref, NOTES } from "./resident-address";
import type { ResidentPage } from "./resident-page-view";

/** Loads a resident as far as the viewer may see them (R313). Somebody who was merged into another is at the other's address. */
export async function loadResident(
  request: Request,
  idText = "",
  firstCrumb: (viewer: Viewer) => Crumb,
) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(idText);
  const search = new URL(request.url).searchParams;
  const notes = readPage(
    new URLSearchParams({ page: search.get(NOTES) ?? "" }),
  );
  const page = await readPageOf(signedIn, id, notes);
  const place =
    page.state === "data"
      ? page.view.facts.find(({ label }) => label === words.facts.facility)
      : undefined;
  const facility = page.state === "data" ? page.view.facility : null;
  return {
    page,
    ...(facility && (await navOfFacility(signedIn, facility))),
    crumbs: [
      firstCrumb(signedIn.user.viewer),
      ...(place?.href ? [{ label: place.value, href: place.href }] : []),
      ...(place?.href && facility
        ? [
            {
              label: todayWords.title,
              href: todayPath("facility", facility.id),
            },
          ]
        : []),
      { label: words.title, current: true },
    ],
    notices: noticesOf(page),
  };
}

async function readPageOf(
  signedIn: SignedIn,
  id: number,
  notes: number,
): Promise<ResidentPage> {
  const outcome = await signedIn.ask(viewResident, { id, page: notes - 1 });
  const texts = { systemError: words.failed };
  const panel = panelOf(outcome, texts, (answer) => answer);
  switch (panel.state) {
    case "empty":
      throw pageError(404);
    case "error":
      return {
        state: "error",
        message: panel.message,
        retryHref: notesHref(id, notes),
      };
    case "data": {
      const { story, mergedInto } = panel.data;
      if (story === null) throw redirect(residentPath(mergedInto));
      return {
        state: "data",
        view: residentPageView(story, {
          viewer: signedIn.user.viewer,
          notes,
        }),
      };
    }
  }
}
