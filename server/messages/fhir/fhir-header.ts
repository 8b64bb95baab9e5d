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
import { readTime, UTC } from "~/features/messages/rules/message-time";

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
    // Several links may belong to one version of a record.
    controlId: null,
    type: "Patient",
    trigger: "link",
  };
}

function senderName(source: string | undefined): string {
  return senderOf(source) ?? UNNAMED_SENDER;
}

/** Servers append a request mark after `#`. */
function senderOf(source: string | undefined): string | null {
  return source?.replace(/#.*$/s, "").trim() || null;
}

function versionOf({ id, meta }: Encounter): string | null {
  if (!id || !meta?.versionId) return null;
  return `Encounter/${id}/_history/${meta.versionId}`;
}

/** The active place, else the open one, else the last; of several the newest. */
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

/** The first number in use, else the reference's, else the address. */
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

interface Part {
  period?: Period | undefined;
}

/** Orders by beginning, then end, because senders list in any order; parts without a beginning come first. */
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

function order(one: number, other: number): number {
  return one < other ? -1 : Number(one > other);
}

export function isOpen({ period }: Part): boolean {
  return !period?.end;
}
