import { getQiesFile } from "~/contract/qies-reports";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { headersOf, type CallFailure } from "./call.server";
import {
  HEAD_DEADLINE_MS,
  IDLE_MS,
  openAtHost,
  openInProcess,
  receiveFile,
  type DownloadContext,
  type DownloadOutcome,
} from "./download.server";
import { httpStream } from "./http-exchange.server";
import { pdfStream } from "./pdf-stream.server";
import { publicLookup } from "./public-address.server";
import { reportAddress, type ReportAddress } from "./report-address.server";
import type { OpenStream } from "./upstream-failure.server";

const CONTENT_TYPE = "application/pdf";
const MAX_BYTES = 50 * 1024 * 1024;
/** A name has to be found first, and the way is longer than to the API host. */
const CONNECT_OUTSIDE_MS = 5_000;

const OUTSIDE_HEADERS = { accept: CONTENT_TYPE };

/** Addresses of files are counted from the API host's origin, whatever path its calls are under. */
const openAtApi: OpenStream | null = settings.API_URL
  ? httpStream(new URL(settings.API_URL).origin)
  : null;

/** The hosts of REPORT_HOSTS, each with its connections and its circuit breaker. */
const outside = new Map<string, OpenStream>();

function openOutside(origin: string): OpenStream {
  let open = outside.get(origin);
  if (!open) {
    open = httpStream(origin, {
      lookup: publicLookup(),
      connectMs: CONNECT_OUTSIDE_MS,
    });
    outside.set(origin, open);
  }
  return open;
}

const OWN_FILE = new RegExp(
  `^${getQiesFile.path.replace(":id", String.raw`(\d{1,15})`)}$`,
);

const UNUSABLE: CallFailure = { kind: "failure", status: 502, reason: "host" };

/** Never throws. */
export async function downloadReport(
  reportUrl: string,
  context: Omit<DownloadContext, "contentType">,
): Promise<DownloadOutcome> {
  const address = reportAddress(reportUrl, {
    apiUrl: settings.API_URL,
    reportHosts: settings.REPORT_HOSTS ?? [],
  });
  if (!address) {
    context.ended?.();
    log.warn(
      {
        event: "report.address_refused",
        request_id: context.requestId,
        host: hostOf(reportUrl),
      },
      "report_url is not at the API host and not at a host of REPORT_HOSTS",
    );
    return UNUSABLE;
  }
  const outcome = await receiveFile(
    {
      name: address.at === "api" ? "report_url" : address.origin,
      open: () => openAt(address, context),
      admit: (stream) =>
        pdfStream(stream, { maxBytes: MAX_BYTES, idleMs: IDLE_MS }),
    },
    { ...context, contentType: CONTENT_TYPE },
  );
  // A host outside knows nothing of users: what it refuses is a fault of the link.
  const isOutsideRefusal =
    address.at === "outside" &&
    outcome.kind === "failure" &&
    outcome.reason === "host";
  return isOutsideRefusal ? UNUSABLE : outcome;
}

function openAt(
  address: ReportAddress,
  context: Omit<DownloadContext, "contentType">,
) {
  const request = {
    method: "GET",
    path: address.path,
    deadlineMs: context.deadlineMs ?? HEAD_DEADLINE_MS,
    signal: context.signal,
  } as const;
  if (address.at === "outside") {
    return openAtHost(openOutside(address.origin), {
      ...request,
      headers: OUTSIDE_HEADERS,
    });
  }
  if (!openAtApi) return openOwn(address.path, context);
  const accept = `${CONTENT_TYPE}, application/json`;
  const headers = { ...headersOf("none", context), accept };
  return openAtHost(openAtApi, { ...request, headers });
}

async function openOwn(
  path: string,
  context: Omit<DownloadContext, "contentType">,
) {
  const id = OWN_FILE.exec(path)?.[1];
  return id === undefined
    ? UNUSABLE
    : openInProcess(getQiesFile, { params: { id: Number(id) } }, context);
}

/** Only the host is logged: the rest of the address may be a key to the file. */
function hostOf(reportUrl: string): string {
  try {
    return new URL(reportUrl).host.slice(0, 100);
  } catch {
    return "";
  }
}
