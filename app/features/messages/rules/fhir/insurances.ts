import type { Entry, References, ResourceIndex } from "./references";
import type { Coverage, Patient, Referred } from "./resources";

const NOT_IN_FORCE = new Set(["cancelled", "draft", "entered-in-error"]);

/** The insurances that came along, by whose they are: an Encounter does not refer to them. */
export class Insurances {
  private readonly byPatient = new Map<Referred, Entry[]>();

  constructor(index: ResourceIndex, entries: readonly Entry[]) {
    for (const entry of entries) {
      const { resource } = entry;
      if (resource.resourceType !== "Coverage" || !resource.beneficiary) {
        continue;
      }
      const patient = index.find("Patient", resource.beneficiary)?.resource;
      if (!patient) continue;
      const known = this.byPatient.get(patient);
      if (known) known.push(entry);
      else this.byPatient.set(patient, [entry]);
    }
  }

  /** The codes of a patient's plans, as IN1-2 has them. */
  plansOf(patient: Patient, references: References): string[] {
    return (this.byPatient.get(patient) ?? []).flatMap((entry) => {
      if (entry.resource.resourceType !== "Coverage") return [];
      references.used.add(entry);
      return planOf(entry.resource) ?? [];
    });
  }
}

/** The class that is a plan, else the kind of insurance. */
function planOf(coverage: Coverage): string | undefined {
  if (NOT_IN_FORCE.has(coverage.status ?? "")) return undefined;
  const plan = coverage.class?.find(({ type }) =>
    type?.coding?.some(({ code }) => code === "plan"),
  );
  const kind = coverage.type?.coding?.find(({ code }) => code?.trim());
  return plan?.value?.trim() || kind?.code?.trim();
}
