import type { MessageHeader } from "~/features/messages/rules/message-facts";
import { identifierIn, type References, relativeAddress } from "./references";
import type {
  Encounter,
  Identifier,
  Patient,
  Period,
  Reference,
  ShownReference,
} from "./shapes";
import { readTime } from "~/features/messages/rules/message-time";

/** Who sends where no resource and no Bundle says so. */
const UNNAMED_SENDER = "FHIR";

export function encounterHeader(
  encounter: Encounter,
  references: References,
  source: string | undefined,
): MessageHeader {
  const place = placeOf(encounter);
  const location = references.find("Location", place);
  const managing = organizationCode(location?.managingOrganization, references);
  const lies = managing ?? codeOf(location?.identifier, place);
  return {
    application: senderOf(encounter.meta?.source) ?? senderName(source),
    facility: organizationCode(encounter.serviceProvider, references) ?? lies,
    location: lies,
    controlId: versionOf(encounter),
    type: "Encounter",
    trigger: encounter.status,
  };
}

export function patientHeader(
  patient: Patient,
  references: References,
  source: string | undefined,
): MessageHeader {
  return {
    application: senderOf(patient.meta?.source) ?? senderName(source),
    facility: organizationCode(patient.managingOrganization, references),
    location: null,
    // Of one version of a record there may be several links.
    controlId: null,
    type: "Patient",
    trigger: "link",
  };
}

function senderName(source: string | undefined): string {
  return senderOf(source) ?? UNNAMED_SENDER;
}

/** Servers put a mark of the request behind `#`, which is another one each time. */
function senderOf(source: string | undefined): string | null {
  return source?.replace(/#.*$/s, "").trim() || null;
}

/** A resource without a version is told from another one by its contents alone. */
function versionOf({ id, meta }: Encounter): string | null {
  if (!id || !meta?.versionId) return null;
  return `Encounter/${id}/_history/${meta.versionId}`;
}

/** Where the patient is: the place that is active, else the one that goes on, else the last one. Of several the newest. */
export function placeOf({ location }: Encounter): ShownReference | undefined {
  const places = oldestFirst(location);
  const now =
    places.filter(({ status }) => status === "active").at(-1) ??
    places.filter(isOpen).at(-1) ??
    places.at(-1);
  return now?.location;
}

function organizationCode(
  reference: Reference | undefined,
  references: References,
): string | null {
  const organization = references.find("Organization", reference);
  return codeOf(organization?.identifier, reference);
}

/** The first number in use, else the one that the reference names, else the address. */
function codeOf(
  identifiers: readonly Identifier[] | undefined,
  reference: Reference | undefined,
): string | null {
  const numbers = [...(identifiers ?? []), identifierIn(reference)];
  const current = numbers.find(
    (one) => one?.value?.trim() && one.use !== "old",
  );
  return current?.value?.trim() ?? relativeAddress(reference);
}

/** A part of a history, such as where somebody was from when to when. */
interface Part {
  period?: Period | undefined;
}

/**
 * The parts of a history by when they began, and those that began together by when they ended; in what order a sender lists them says
 * nothing. Parts without a beginning are the oldest, as they were sent.
 */
export function oldestFirst<Kind extends Part>(
  parts: readonly Kind[] | undefined,
): Kind[] {
  const msOf = (text: string | undefined, unknown: number) =>
    (text && readTime(text, UTC)?.ms) || unknown;
  const began = ({ period }: Kind) => msOf(period?.start, -Infinity);
  const ended = ({ period }: Kind) => msOf(period?.end, Infinity);
  return [...(parts ?? [])].sort(
    (one, other) =>
      order(began(one), began(other)) || order(ended(one), ended(other)),
  );
}

const UTC = { timeZone: "UTC", offsetMs: null };

function order(one: number, other: number): number {
  return one < other ? -1 : Number(one > other);
}

export function isOpen({ period }: Part): boolean {
  return !period?.end;
}
