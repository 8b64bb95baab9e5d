import type {
  MessageFault,
  MessageHeader,
  MessageReading,
} from "~/features/messages/rules/message-facts";
import { encounterHeader, patientHeader, readEncounter } from "./encounter";
import { mergingLinks, readLink } from "./patient";
import { type Entry, References, ResourceIndex } from "./references";
import {
  type AnyResource,
  anyResource,
  bundleShape,
  containedShape,
  encounterShape,
  messageHeaderShape,
  type Patient,
  type Referred,
  referredShape,
} from "./shapes";

const MOST_KEPT = 2_000;

export interface FhirMessage {
  header: MessageHeader;
  reading: MessageReading;
  /** Stored text: a Bundle with the resource and what is read from its references. It reads as the same message. */
  raw: string;
}

/** Small resources that share a large one must not make many large messages. */
const MOST_GROWTH = 16;
const ROOM = 1_000_000;

/** In the order of the keys. Null if nested too deeply. */
function canonicalJson(value: unknown): string | null {
  try {
    return JSON.stringify(value, (_, one: unknown) =>
      typeof one === "object" && one !== null && !Array.isArray(one)
        ? Object.fromEntries(
            Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        : one,
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Reads a Bundle, a resource, or lines of both: each Encounter and each merging link of a Patient is a message. Sets
 * aside Patients without an Encounter. Null if the text is no FHIR.
 */
export function readFhir(text: string): FhirMessage[] | null {
  const deliveries = readResources(text);
  if (!deliveries) return null;
  const room = { left: MOST_GROWTH * text.length + ROOM };
  return deliveries.flatMap((one) => new DeliveryReader(one, room).messages());
}

class DeliveryReader {
  private readonly entries: (Entry & { sent: SentResource })[];
  private readonly index: ResourceIndex;
  private readonly referred = new Set<Referred>();

  constructor(
    private readonly delivery: Delivery,
    private readonly room: { left: number },
  ) {
    this.entries = delivery.sent.flatMap((sent) => {
      const resource = referredShape.safeParse(sent.resource).data;
      return resource ? [{ fullUrl: sent.fullUrl, resource, sent }] : [];
    });
    this.index = new ResourceIndex(this.entries);
  }

  messages(): FhirMessage[] {
    const { sent: all, broken, deleted } = this.delivery;
    const isOfType = (type: string) =>
      all.filter(({ resource }) => resource.resourceType === type);
    const patients = this.entries.flatMap(({ resource, sent }) =>
      resource.resourceType === "Patient" ? [{ patient: resource, sent }] : [],
    );
    const readable = new Set(patients.map(({ sent }) => sent));
    const messages = [
      ...isOfType("Encounter").map((sent) => this.encounter(sent)),
      ...patients.flatMap(({ patient, sent }) => this.merges(patient, sent)),
    ];
    return [
      ...messages,
      ...patients
        .filter(({ patient }) => !this.referred.has(patient))
        .map(({ patient, sent }) =>
          this.ofPatient(patient, sent, { outcome: "aside" }),
        ),
      ...isOfType("Patient")
        .filter((sent) => !readable.has(sent))
        .map((sent) => this.malformed(sent)),
      ...broken.map((line) => unreadable("", line.slice(0, MOST_KEPT))),
      ...deleted.map(deletionOf),
    ];
  }

  private encounter(sent: SentResource): FhirMessage {
    const { data } = encounterShape.safeParse(sent.resource);
    if (!data) return this.malformed(sent);
    const references = new References(this.index, containedIn(sent.resource));
    const reading = readEncounter(data, references, sent.timestamp);
    const header = encounterHeader(data, references, this.delivery.source);
    const read = { header, reading, references, meta: data.meta };
    return this.message(sent, sent.resource, read);
  }

  private merges(patient: Patient, sent: SentResource): FhirMessage[] {
    return mergingLinks(patient).map((link) => {
      const references = new References(this.index);
      const reading = readLink(patient, link, references, sent.timestamp);
      this.referred.add(patient);
      const linked = { ...patient, link: [link] };
      return this.ofPatient(linked, sent, reading, references);
    });
  }

  private ofPatient(
    patient: Patient,
    sent: SentResource,
    reading: MessageReading,
    references = new References(this.index),
  ): FhirMessage {
    const header = patientHeader(patient, references, this.delivery.source);
    const read = { header, reading, references, meta: patient.meta };
    return this.message(sent, patient, read);
  }

  private message(
    sent: SentResource,
    resource: AnyResource | Referred,
    read: {
      header: MessageHeader;
      reading: MessageReading;
      references: References;
      meta: Patient["meta"];
    },
  ): FhirMessage {
    const { header, reading, references, meta } = read;
    for (const entry of references.used) this.referred.add(entry.resource);
    // A later Bundle may repeat the resource.
    const said = meta?.lastUpdated ? undefined : sent.timestamp;
    const raw = this.raw(resource, said, references.used);
    return raw === null ? this.malformed(sent) : { header, reading, raw };
  }

  private malformed({ resource, timestamp }: SentResource): FhirMessage {
    const raw = this.raw(resource, timestamp) ?? "";
    return unreadable(resource.resourceType, raw);
  }

  /** Null if nested too deeply, or much larger than what was sent. */
  private raw(
    resource: AnyResource | Referred,
    timestamp: string | undefined,
    used: Iterable<Entry> = [],
  ): string | null {
    if (this.room.left <= 0) return null;
    const { source } = this.delivery;
    const referred = [...used].map((entry) => ({
      fullUrl: entry.fullUrl ?? undefined,
      resource: withoutLinks(entry.resource),
    }));
    const text = canonicalJson({
      resourceType: "Bundle",
      type: "collection",
      meta: source === undefined ? undefined : { source },
      timestamp,
      entry: [{ resource }, ...referred],
    });
    this.room.left -= text?.length ?? 0;
    return text;
  }
}

/** A patient's merges are separate messages. */
function withoutLinks(resource: Referred): Referred {
  return resource.resourceType === "Patient"
    ? { ...resource, link: undefined }
    : resource;
}

function unreadable(
  type: string,
  raw: string,
  fault: MessageFault = "malformed",
): FhirMessage {
  const nobody = { application: null, facility: null, location: null };
  return {
    header: { ...nobody, controlId: null, type, trigger: "" },
    reading: { outcome: "unusable", fault },
    raw,
  };
}

function deletionOf(url: string): FhirMessage {
  const [type = ""] = /(Encounter|Patient)/.exec(url) ?? [];
  const request = { method: "DELETE", url };
  const raw = canonicalJson({ resourceType: "Bundle", entry: [{ request }] });
  return unreadable(type, raw ?? "", "deletion");
}

function containedIn(resource: AnyResource): Referred[] {
  const contained = containedShape.safeParse(resource).data?.contained ?? [];
  return contained.flatMap((one) => referredShape.safeParse(one).data ?? []);
}

interface SentResource {
  fullUrl: string | null;
  resource: AnyResource;
  /** Time of the change in a history, else of the Bundle. */
  timestamp: string | undefined;
}

/** Resources that may refer to each other: a Bundle's, or a text's lines. */
interface Delivery {
  source: string | undefined;
  sent: SentResource[];
  /** Invalid lines, and Bundles nested too deeply. */
  broken: string[];
  deleted: string[];
}

/** Null unless the text or its first line is a resource. */
function readResources(text: string): Delivery[] | null {
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
