import {
  anyResource,
  bundleShape,
  messageHeaderShape,
  type AnyResource,
} from "./shapes";

export interface SentResource {
  fullUrl: string | null;
  resource: AnyResource;
  /** Time of the change in a history, else of the Bundle. */
  timestamp: string | undefined;
}

/** Resources that may refer to each other: a Bundle's, or a text's lines. */
export interface Delivery {
  source: string | undefined;
  sent: SentResource[];
  /** Invalid lines, and Bundles nested too deeply. */
  broken: string[];
  deleted: string[];
}

/** Null unless the text or its first line is a resource. */
export function readResources(text: string): Delivery[] | null {
  const trimmed = text.replace(/^[\s\uFEFF]+/, "");
  if (!trimmed.startsWith("{")) return null;
  const whole = parsed(trimmed);
  if (whole) return deliveriesOf([whole], []);
  const [first = "", ...others] = trimmed
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "");
  const head = parsed(first);
  if (!head) return null;
  const resources = [head];
  const broken: string[] = [];
  for (const line of others) {
    const resource = parsed(line);
    if (resource) resources.push(resource);
    else broken.push(line);
  }
  return deliveriesOf(resources, broken);
}

function parsed(text: string): AnyResource | null {
  try {
    return anyResource.safeParse(JSON.parse(text.trim())).data ?? null;
  } catch {
    return null;
  }
}

const DEEPEST = 10;

const DELETED = /(^|\/)(Encounter|Patient)\b/;

/** Each Bundle is a delivery, also inside another; other resources form one. */
function deliveriesOf(
  resources: readonly AnyResource[],
  broken: string[],
): Delivery[] {
  const isBundle = (one: AnyResource) => one.resourceType === "Bundle";
  const loose = resources.filter((one) => !isBundle(one));
  const deliveries = resources
    .filter(isBundle)
    .flatMap((one) => deliveriesIn(one, 1));
  if (loose.length > 0 || broken.length > 0) {
    const sent = loose.map((resource) => ({
      fullUrl: null,
      resource,
      timestamp: undefined,
    }));
    deliveries.push({ source: undefined, sent, broken, deleted: [] });
  }
  return deliveries;
}

function deliveriesIn(resource: AnyResource, depth: number): Delivery[] {
  const bundle = bundleShape.parse(resource);
  const entries = (bundle.entry ?? []).filter((entry) => entry !== null);
  const isDeletion = ({ request }: (typeof entries)[number]) =>
    request?.method?.toUpperCase() === "DELETE";
  const deleted = entries
    .filter(isDeletion)
    .map(({ request, fullUrl }) => request?.url ?? fullUrl ?? "")
    .filter((url) => DELETED.test(url));
  const sent = entries.flatMap((entry): SentResource[] => {
    const one = anyResource.safeParse(entry.resource).data;
    // A history may send a deletion together with the former resource.
    if (!one || isDeletion(entry)) return [];
    return [
      {
        fullUrl: entry.fullUrl ?? null,
        resource: one,
        timestamp: entry.response?.lastModified ?? bundle.timestamp,
      },
    ];
  });
  const isBundle = (one: SentResource) =>
    one.resource.resourceType === "Bundle";
  const inner = sent.filter(isBundle).map((one) => one.resource);
  const broken =
    depth < DEEPEST ? [] : inner.map(() => JSON.stringify({ depth }));
  const header = sent.find(
    (one) => one.resource.resourceType === "MessageHeader",
  );
  const sender = messageHeaderShape.safeParse(header?.resource).data?.source;
  const source = bundle.meta?.source ?? sender?.name ?? sender?.endpoint;
  return [
    { source, sent: sent.filter((one) => !isBundle(one)), broken, deleted },
    ...(depth < DEEPEST
      ? inner.flatMap((one) => deliveriesIn(one, depth + 1))
      : []),
  ];
}
