import type { LoaderFunctionArgs } from "@remix-run/node";
import { VIEW_PARAMETERS } from "../view-parameters";
import {
  isFigureTag,
  TRANSFERS_TAG,
  type RowTag,
} from "~/domain/figures/figure-tags";
import { getMetricData } from "~/contract/metricdatacsv";
import { apiHost } from "~/data/upstream.server";
import { pageError } from "~/data/page-error.server";
import { LEVELS, type Level } from "~/domain/places/hierarchy";
import { DOWNLOAD_TEXTS, metricFileName } from "~/domain/lists/download-texts";
import { messages } from "~/domain/messages";
import { systemMessages } from "~/domain/system-messages";
import { answerDownload } from "~/http/answer-download.server";
import { paths, withSearch, placePath } from "~/paths";
import { requireScreenOfFile } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import { transferFile } from "~server/transfers/service";
import { readFilters } from "../filters/accepted-range.server";
import { panelParameter } from "../open-panel";

/** Query parameters that the download shares with the page it belongs to: of its data, and of how it is shown. */
const PAGE_PARAMETERS = [
  ...VIEW_PARAMETERS,
  ...["facility-id", "isnp", "startDate", "endDate", "view"],
];

type PathParams = LoaderFunctionArgs["params"];

/**
 * Throws login, 403, 404, or 400 for filters that the page would have corrected. An empty answer leads back to the
 * inspector with a notice.
 */
export async function loadMetricData(
  request: Request,
  params: PathParams,
): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const level = levelOf(params);
  const page = pageOfDownload(request, params);
  const signedIn = await requireScreenOfFile(request, page);
  if (level === undefined) throw pageError(404);
  const id = Number(params.id);
  const tag = tagOf(search);
  if (tag === null) throw pageError(404);

  const { filters, notes } = readFilters(
    search,
    level,
    signedIn.user.viewer,
    await todayAtPlace(signedIn, level, id),
  );
  if (notes.length > 0) throw pageError(400, DOWNLOAD_TEXTS.badFilters);
  const { startDate, endDate, isnp, facilityId } = filters;
  const range = { level, id, startDate, endDate };
  const options = { contentType: "text/csv", signal: request.signal };
  const outcome =
    tag === TRANSFERS_TAG
      ? await signedIn.downloadOf(
          transferFile,
          { ...range, isnp, facilityId },
          options,
        )
      : await signedIn.download(
          getMetricData,
          {
            params: range,
            query: { measure_name: tag, isnp, facility_id: facilityId },
          },
          options,
        );
  return answerDownload(request, signedIn, outcome, {
    name: metricFileName({
      tag,
      level,
      id,
      startDate,
      endDate,
      through: outcome.kind === "file" ? outcome.through : null,
    }),
    page,
    empty: messages.panel.empty,
    failed: DOWNLOAD_TEXTS.failed,
    unreadable: systemMessages.shapeError.overview,
  });
}

export function pageOfDownload(request: Request, params: PathParams): string {
  const level = levelOf(params);
  if (level === undefined) return paths.home;
  const path =
    level === "company"
      ? paths.companyOverview
      : `/${level}-profile/${encodeURIComponent(params.id ?? "")}`;
  const search = new URL(request.url).searchParams;
  const query = new URLSearchParams(
    [...search].filter(([name]) => PAGE_PARAMETERS.includes(name)),
  );
  const tag = tagOf(search);
  if (tag === TRANSFERS_TAG) {
    return withSearch(placePath("transfers", level, Number(params.id)), query);
  }
  if (tag !== null) query.set(...panelParameter({ kind: "inspect", tag }));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function tagOf(search: URLSearchParams): RowTag | null {
  const [measure = null, ...more] = search.getAll("measure");
  if (more.length > 0) return null;
  // No API host has rows of transfers.
  if (measure === TRANSFERS_TAG) return apiHost ? null : measure;
  return isFigureTag(measure) ? measure : null;
}

function levelOf({ level }: PathParams): Level | undefined {
  return LEVELS.find((one) => one === level);
}
