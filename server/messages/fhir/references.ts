import { readTime, UTC } from "~/features/messages/rules/message-time";
import { groupBy } from "~server/measures/question";
import type {
  Coverage,
  Identifier,
  Patient,
  Reference,
  Referred,
  ReferredType,
} from "./shapes";

export interface Entry {
  fullUrl: string | null;
  resource: Referred;
}

/** Resources by the addresses and numbers that refer to them; newest version only. */
export class ResourceIndex {
  private readonly byAddress = new Map<string, Entry>();
  private readonly byNumber = new Map<string, Entry>();
  private readonly coverages: ReadonlyMap<Referred | undefined, Entry[]>;

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const { resource, fullUrl } = entry;
      const { resourceType: type, id } = resource;
      if (fullUrl) this.add(this.byAddress, fullUrl, entry);
      if (id) this.add(this.byAddress, `${type}/${id}`, entry);
      for (const identifier of identifiersOf(resource)) {
        this.add(this.byNumber, numberKey(type, identifier), entry);
      }
    }
    // Encounters do not refer to insurances.
    this.coverages = groupBy(entries, ({ resource }) =>
      resource.resourceType === "Coverage" && resource.beneficiary
        ? this.find("Patient", resource.beneficiary)?.resource
        : undefined,
    );
  }

  coveragesOf(patient: Patient): readonly Entry[] {
    return this.coverages.get(patient) ?? [];
  }

  private add(index: Map<string, Entry>, key: string, entry: Entry): void {
    const before = index.get(key);
    if (!before || changed(before) < changed(entry)) index.set(key, entry);
  }

  find(type: ReferredType, reference: Reference): Entry | undefined {
    const address = addressOf(reference);
    const named = identifierIn(reference);
    return (
      this.byAddress.get(address) ??
      this.byAddress.get(relative(address) ?? "") ??
      (named && this.byNumber.get(numberKey(type, named)))
    );
  }
}

export class References {
  readonly used = new Set<Entry>();
  private readonly contained = new Map<string, Referred>();

  constructor(
    private readonly index: ResourceIndex,
    contained: readonly Referred[] = [],
  ) {
    for (const one of contained) {
      if (one.id) this.contained.set(`#${one.id}`, one);
    }
  }

  find<Type extends ReferredType>(
    type: Type,
    reference: Reference | undefined,
  ): Extract<Referred, { resourceType: Type }> | null {
    if (!reference) return null;
    const own = this.contained.get(addressOf(reference));
    const entry = own ? undefined : this.index.find(type, reference);
    const found = own ?? entry?.resource;
    if (!found || !isOfType(found, type)) return null;
    if (entry) this.used.add(entry);
    return found;
  }

  plansOf(patient: Patient): string[] {
    return this.index.coveragesOf(patient).flatMap((entry) => {
      if (entry.resource.resourceType !== "Coverage") return [];
      this.used.add(entry);
      return planOf(entry.resource) ?? [];
    });
  }
}

export function identifierIn(
  reference: Reference | undefined,
): Identifier | undefined {
  if (reference?.identifier) return reference.identifier;
  const condition = /^\w+\?(?:.*&)?identifier=([^&]+)/.exec(
    addressOf(reference ?? {}),
  )?.[1];
  if (!condition) return undefined;
  const [first, ...rest] = decoded(condition).split("|");
  return rest.length === 0
    ? { value: first }
    : { system: first, value: rest.join("|") };
}

/** Address inside a server, such as `Organization/12`; null inside a Bundle. */
export function relativeAddress(
  reference: Reference | undefined,
): string | null {
  return relative(addressOf(reference ?? {}));
}

function relative(address: string): string | null {
  return (
    /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9\-.]+)$/.exec(address)?.[1] ?? null
  );
}

function addressOf({ reference }: Reference): string {
  return (reference ?? "").trim().replace(/\/_history\/[^/]*$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function identifiersOf(resource: Referred): Identifier[] {
  return "identifier" in resource ? (resource.identifier ?? []) : [];
}

function numberKey(type: string, { system, value }: Identifier): string {
  return JSON.stringify([type, system ?? "", value ?? ""]);
}

function changed({ resource }: Entry): number {
  const time = readTime(resource.meta?.lastUpdated ?? "", UTC);
  return time?.ms ?? -Infinity;
}

function isOfType<Type extends ReferredType>(
  resource: Referred,
  type: Type,
): resource is Extract<Referred, { resourceType: Type }> {
  return resource.resourceType === type;
}

const NOT_IN_FORCE = new Set(["cancelled", "draft", "entered-in-error"]);

/** The plan's class, else the kind of insurance. */
function planOf(coverage: Coverage): string | undefined {
  if (NOT_IN_FORCE.has(coverage.status ?? "")) return undefined;
  const plan = coverage.class?.find(({ type }) =>
    type?.coding?.some(({ code }) => code === "plan"),
  );
  const kind = coverage.type?.coding?.find(({ code }) => code?.trim());
  return plan?.value?.trim() || kind?.code?.trim();
}
