import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { getQiesFile } from "~/contract/qies-reports";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { type CallFailure, headersOf } from "./call.server";
import {
  type DownloadContext,
  type DownloadOutcome,
  type FileStream,
  HEAD_DEADLINE_MS,
  IDLE_MS,
  openAtHost,
  openInProcess,
  receiveFile,
} from "./download.server";
import { withinLimit } from "./file-body.server";
import { httpStream } from "./http-stream.server";
import { type OpenStream, UpstreamFailure } from "./upstream-failure.server";

/** IPv4 that is not the public internet's: this host, private, shared, link-local (metadata), test, multicast, reserved. */
const NOT_PUBLIC_V4: readonly [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** All of public IPv6; loopback, unique-local, link-local, IPv4-mapped and translated ones lie outside of it. */
const GLOBAL_V6 = ["2000::", 3] as const;

/** Within it: tunnels into IPv4, and what documents and benchmarks use. */
const NOT_PUBLIC_V6: readonly [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) {
  refused.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of NOT_PUBLIC_V6) {
  refused.addSubnet(network, prefix, "ipv6");
}
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, "ipv6");

/** True for an address of the public internet, as text; false for a host's name. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return global.check(address, "ipv6") && !refused.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * Resolves a host's name for a connection, and refuses one with an address that is not public. What is connected to is
 * what was looked at: the name is not asked for again, so that it cannot answer otherwise the second time.
 */
export function publicLookup(
  resolveName: typeof resolve = resolve,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        callback(error ?? new Error("no address"), []);
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new Error("not a public address"), []);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** Where a finished report is: at the API host, or at an allowed host outside, which is never told who asks. */
type ReportAddress =
  | { at: "api"; path: string }
  | { at: "outside"; origin: string; path: string };

/** Signed addresses are long. */
const LONGEST_ADDRESS = 4_000;
/** Browsers and URL parsers read these in different ways, or not at all. */
const ODD = /[\\\s\p{Cc}\p{Zl}\p{Zp}]/u;
const HTTPS_PORT = ":443";

/**
 * Where a `report_url` leads; null for an address that must not be asked.
 *
 * - A path is one of the API host, as all paths of the contract are.
 * - An absolute address is the API host's by its very origin; the data server in this process has none.
 * - Any other must be https, at a host of REPORT_HOSTS: with the port that stands there, else the usual one.
 * - Names and passwords in it, and what parsers read in different ways, are refused.
 */
export function reportAddress(
  reportUrl: string,
  {
    apiUrl,
    reportHosts = [],
  }: { apiUrl?: string | undefined; reportHosts?: readonly string[] },
): ReportAddress | null {
  if (reportUrl.length > LONGEST_ADDRESS || ODD.test(reportUrl)) return null;
  const api = apiUrl === undefined ? null : new URL(apiUrl);
  if (reportUrl.startsWith("/")) {
    if (reportUrl.startsWith("//")) return null;
    const base = api?.pathname.replace(/\/+$/, "") ?? "";
    return pathAtApi(base + reportUrl);
  }
  const url = parsed(reportUrl);
  if (!url || url.username !== "" || url.password !== "") return null;
  if (api && url.origin === api.origin) return pathAtApi(pathOf(url));
  if (url.protocol !== "https:" || !isAllowed(url, reportHosts)) return null;
  return { at: "outside", origin: url.origin, path: pathOf(url) };
}

/** A path that stays one, however it is resolved. */
function pathAtApi(path: string): ReportAddress | null {
  const url = parsed(`http://api.invalid${path}`);
  if (!url || url.host !== "api.invalid" || url.pathname.startsWith("//")) {
    return null;
  }
  return { at: "api", path: pathOf(url) };
}

function isAllowed({ host, hostname }: URL, allowed: readonly string[]) {
  const isListed = allowed.some((one) =>
    one.endsWith(HTTPS_PORT)
      ? one.slice(0, -HTTPS_PORT.length) === host
      : one === host,
  );
  const address = hostname.replace(/^\[|\]$/g, "");
  return isListed && (isIP(address) === 0 || isPublicAddress(address));
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** Every PDF begins with it (ISO 32000-1, 7.5.2). */
const FIRST_BYTES = Buffer.from("%PDF-");

/**
 * The stream of a PDF file that is no longer than `maxBytes`; throws where what comes is not one. One that turns out to be
 * longer on the way fails there.
 */
export async function pdfStream(
  stream: FileStream,
  { maxBytes, idleMs }: { maxBytes: number; idleMs: number },
): Promise<FileStream> {
  if ((stream.length ?? 0) > maxBytes) throw new UpstreamFailure("too-large");
  const head = await readHead(stream, idleMs);
  if (!head.subarray(0, FIRST_BYTES.length).equals(FIRST_BYTES)) {
    throw new UpstreamFailure("odd");
  }
  let waiting: Uint8Array | null = head;
  let bytes = 0;
  return {
    ...stream,
    async next() {
      const part = waiting ?? (await stream.next());
      waiting = null;
      bytes += part?.byteLength ?? 0;
      if (bytes > maxBytes) throw new UpstreamFailure("too-large");
      return part;
    },
  };
}

async function readHead(stream: FileStream, idleMs: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < FIRST_BYTES.length) {
    const part = await withinLimit(stream.next(), idleMs);
    if (!part) break;
    parts.push(part);
    bytes += part.byteLength;
  }
  return Buffer.concat(parts);
}

/** All report files are PDF (R176). */
const CONTENT_TYPE = "application/pdf";
const MAX_BYTES = 50 * 1024 * 1024;
/** A name has to be found first, and the way is longer than to the API host. */
const CONNECT_OUTSIDE_MS = 5_000;

/** What is said to a host outside: never who asks. */
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
    open = httpStream(origin, undefined, {
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

/**
 * Fetches the file of a finished report from where its `report_url` leads, and passes it on as it comes. Never throws.
 */
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

/** The file behind a link of the data server in this process, which makes links to nothing else. */
async function openOwn(
  path: string,
  context: Omit<DownloadContext, "contentType">,
) {
  const { pathname, searchParams } = new URL(
    path,
    "http://data-server.invalid",
  );
  const id = OWN_FILE.exec(pathname)?.[1];
  const query = getQiesFile.query.safeParse(Object.fromEntries(searchParams));
  if (id === undefined || !query.success) return UNUSABLE;
  const input = { params: { id: Number(id) }, query: query.data };
  return openInProcess(getQiesFile, input, context);
}

/** For the log: the rest of an address may be a key to the file. */
function hostOf(reportUrl: string): string {
  try {
    return new URL(reportUrl).host.slice(0, 100);
  } catch {
    return "";
  }
}
