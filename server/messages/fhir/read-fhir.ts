import {
  type MessageFault,
  type MessageHeader,
  type MessageReading,
  type PersonNumber,
} from "~/features/messages/rules/message-facts";
import { numbersOf, readEncounter } from "./encounter";
import { encounterHeader, patientHeader } from "./fhir-header";
import {
  type Entry,
  Insurances,
  References,
  ResourceIndex,
} from "./references";
import {
  type AnyResource,
  containedShape,
  encounterShape,
  type Patient,
  type Referred,
  referredShape,
} from "./shapes";
import {
  type Delivery,
  readResources,
  type SentResource,
} from "./read-resources";
import { ToldTimes } from "~/features/messages/rules/message-time";
import { personNumbers } from "./fhir-people";
import { faultOfMerges } from "~/features/messages/rules/person-numbers";

interface Read extends Entry {
  sent: SentResource;
}

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

const DEEPEST = 60;

/** Ignores key order. Null if nested too deeply. */
function canonicalJson(value: unknown): string | null {
  try {
    return written(value, 0);
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

function written(value: unknown, depth: number): string {
  if (depth > DEEPEST) throw new TooDeep();
  if (Array.isArray(value)) {
    return `[${value.map((one) => written(one, depth + 1)).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value) ?? "null";
  }
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${written(one, depth + 1)}`);
  return `{${members.join(",")}}`;
}

class RawMessages {
  private room: number;

  constructor(length: number) {
    this.room = MOST_GROWTH * length + ROOM;
  }

  /** Null if nested too deeply, or much larger than what was sent. */
  write(
    resource: AnyResource | Referred,
    { source, said }: { source: string | undefined; said: string | undefined },
    used: Iterable<Entry> = [],
  ): string | null {
    if (this.room <= 0) return null;
    const referred = [...used].map((entry) => ({
      fullUrl: entry.fullUrl ?? undefined,
      resource: withoutLinks(entry.resource),
    }));
    const text = canonicalJson({
      resourceType: "Bundle",
      type: "collection",
      meta: source === undefined ? undefined : { source },
      timestamp: said,
      entry: [{ resource }, ...referred],
    });
    this.room -= text?.length ?? 0;
    return text;
  }
}

/** A patient's merges are separate messages. */
function withoutLinks(resource: Referred): Referred {
  return resource.resourceType === "Patient"
    ? { ...resource, link: undefined }
    : resource;
}

class DeliveryReader {
  private readonly entries: Read[];
  private readonly index: ResourceIndex;
  private readonly insurances: Insurances;
  private readonly referred = new Set<Referred>();

  constructor(
    private readonly delivery: Delivery,
    private readonly raw: RawMessages,
  ) {
    this.entries = delivery.sent.flatMap((sent) => {
      const resource = referredShape.safeParse(sent.resource).data;
      return resource ? [{ fullUrl: sent.fullUrl, resource, sent }] : [];
    });
    this.index = new ResourceIndex(this.entries);
    this.insurances = new Insurances(this.index, this.entries);
  }

  messages(): FhirMessage[] {
    const messages = this.delivery.sent
      .filter(({ resource }) => resource.resourceType === "Encounter")
      .map((sent) => this.encounter(sent));
    const patients = this.entries.flatMap(({ resource, sent }) =>
      resource.resourceType === "Patient" ? [{ patient: resource, sent }] : [],
    );
    for (const { patient, sent } of patients) {
      messages.push(...this.merges(patient, sent));
    }
    for (const { patient, sent } of patients) {
      if (!this.referred.has(patient)) messages.push(this.aside(patient, sent));
    }
    const readable = new Set(patients.map(({ sent }) => sent));
    for (const sent of this.delivery.sent) {
      const isPatient = sent.resource.resourceType === "Patient";
      if (isPatient && !readable.has(sent)) messages.push(this.malformed(sent));
    }
    for (const line of this.delivery.broken) {
      messages.push(unreadable("", line.slice(0, MOST_KEPT)));
    }
    for (const url of this.delivery.deleted) messages.push(deletionOf(url));
    return messages;
  }

  private encounter(sent: SentResource): FhirMessage {
    const { source } = this.delivery;
    const { data } = encounterShape.safeParse(sent.resource);
    if (!data) return this.malformed(sent);
    const references = new References(this.index, containedIn(sent.resource));
    const reading = readEncounter(data, references, {
      timestamp: sent.timestamp,
      plansOf: (patient) => this.insurances.plansOf(patient, references),
    });
    const header = encounterHeader(data, references, source);
    return this.message(sent, sent.resource, {
      header,
      reading,
      references,
      changed: data.meta?.lastUpdated,
    });
  }

  private merges(patient: Patient, sent: SentResource): FhirMessage[] {
    return mergingLinks(patient).map((link) => {
      const references = new References(this.index);
      const reading = readLink(patient, link, references, sent.timestamp);
      const linked = { ...patient, link: [link] };
      this.referred.add(patient);
      return this.message(sent, linked, {
        header: patientHeader(patient, references, this.delivery.source),
        reading,
        references,
        changed: patient.meta?.lastUpdated,
      });
    });
  }

  private aside(patient: Patient, sent: SentResource): FhirMessage {
    const references = new References(this.index);
    return this.message(sent, patient, {
      header: patientHeader(patient, references, this.delivery.source),
      reading: { outcome: "aside" },
      references,
      changed: patient.meta?.lastUpdated,
    });
  }

  private message(
    sent: SentResource,
    resource: AnyResource | Referred,
    read: {
      header: MessageHeader;
      reading: MessageReading;
      references: References;
      changed: string | undefined;
    },
  ): FhirMessage {
    const { header, reading, references, changed } = read;
    const { source } = this.delivery;
    for (const entry of references.used) this.referred.add(entry.resource);
    // A later Bundle may repeat the resource.
    const said = changed ? undefined : sent.timestamp;
    const raw = this.raw.write(resource, { source, said }, references.used);
    return raw === null ? this.malformed(sent) : { header, reading, raw };
  }

  private malformed(sent: SentResource): FhirMessage {
    const { resource, timestamp: said } = sent;
    const raw = this.raw.write(resource, {
      source: this.delivery.source,
      said,
    });
    return unreadable(resource.resourceType, raw ?? "");
  }
}

function unreadable(
  type: string,
  raw: string,
  fault: MessageFault = "malformed",
): FhirMessage {
  return {
    header: {
      application: null,
      facility: null,
      location: null,
      controlId: null,
      type,
      trigger: "",
    },
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

/**
 * Reads a Bundle, a resource, or lines of both: each Encounter and each merging link of a Patient is a message. Sets
 * aside Patients without an Encounter. Null if the text is no FHIR.
 */
export function readFhir(text: string): FhirMessage[] | null {
  const deliveries = readResources(text);
  if (!deliveries) return null;
  const raw = new RawMessages(text.length);
  return deliveries.flatMap((delivery) =>
    new DeliveryReader(delivery, raw).messages(),
  );
}

type Link = NonNullable<Patient["link"]>[number];

function mergingLinks({ link }: Patient): Link[] {
  return (link ?? []).filter(
    ({ type }) => type === "replaces" || type === "replaced-by",
  );
}

function readLink(
  patient: Patient,
  { type, other }: Link,
  references: References,
  timestamp: string | undefined,
): MessageReading {
  const own = personNumbers(patient.identifier);
  const others = numbersOf(references.find("Patient", other), other);
  const times = new ToldTimes();
  const said = times.told(patient.meta?.lastUpdated || timestamp);
  if (times.isBroken) return { outcome: "unusable", fault: "bad_time" };
  return type === "replaces"
    ? readMerge(own, others, said)
    : readMerge(others, own, said);
}

function readMerge(
  people: PersonNumber[],
  merged: PersonNumber[],
  said: string | null | undefined,
): MessageReading {
  const fault = faultOfMerges([{ people, merged }]);
  if (fault) return { outcome: "unusable", fault };
  if (!said) return { outcome: "unusable", fault: "no_time" };
  return {
    outcome: "read",
    facts: {
      event: "merge",
      happened: said,
      said,
      people,
      merged,
      visit: {},
      physician: null,
      plans: [],
    },
  };
}
