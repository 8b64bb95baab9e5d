import { z } from "zod";

/** Limits that no honest resource reaches. */
const MOST_ITEMS = 500;
const text = z.string().max(2_000).optional();

function list<Shape extends z.ZodTypeAny>(shape: Shape) {
  return z.array(shape).max(MOST_ITEMS).optional();
}

const coding = z.object({ system: text, code: text });
const concept = z.object({ coding: list(coding), text });
const period = z.object({ start: text, end: text });
const identifier = z.object({
  use: text,
  type: concept.optional(),
  system: text,
  value: text,
  assigner: z
    .object({
      identifier: z.object({ value: text }).optional(),
      display: text,
    })
    .optional(),
});
const reference = z.object({
  reference: text,
  identifier: identifier.optional(),
});
const shownReference = reference.extend({ display: text });
const shownConcept = z.object({
  coding: list(coding.extend({ display: text })),
  text,
});
const name = z.object({
  use: text,
  family: text,
  given: list(z.string().max(2_000).nullable()),
});
const resource = {
  id: text,
  meta: z
    .object({ versionId: text, lastUpdated: text, source: text })
    .optional(),
};

export const encounterShape = z.object({
  ...resource,
  resourceType: z.literal("Encounter"),
  identifier: list(identifier),
  status: z.enum([
    "planned",
    "arrived",
    "triaged",
    "in-progress",
    "onleave",
    "finished",
    "cancelled",
    "entered-in-error",
    "unknown",
  ]),
  statusHistory: list(
    z.object({ status: z.string(), period: period.optional() }),
  ),
  class: coding.optional(),
  classHistory: list(z.object({ class: coding, period: period.optional() })),
  subject: reference.optional(),
  participant: list(
    z.object({
      type: list(concept),
      period: period.optional(),
      individual: reference.optional(),
    }),
  ),
  period: period.optional(),
  hospitalization: z
    .object({
      admitSource: concept.optional(),
      dischargeDisposition: concept.optional(),
    })
    .optional(),
  location: list(
    z.object({
      location: shownReference.optional(),
      status: text,
      period: period.optional(),
    }),
  ),
  serviceProvider: shownReference.optional(),
  // A display text must not make an Encounter unreadable.
  reasonCode: list(shownConcept).catch(undefined),
  diagnosis: list(z.object({ condition: shownReference.optional() })).catch(
    undefined,
  ),
  partOf: reference.optional(),
});

export const referredShape = z.discriminatedUnion("resourceType", [
  z.object({
    ...resource,
    resourceType: z.literal("Patient"),
    identifier: list(identifier),
    name: list(name),
    managingOrganization: reference.optional(),
    link: list(z.object({ other: reference.optional(), type: text })),
  }),
  z.object({
    ...resource,
    resourceType: z.literal("Organization"),
    identifier: list(identifier),
  }),
  z.object({
    ...resource,
    resourceType: z.literal("Location"),
    identifier: list(identifier),
    managingOrganization: reference.optional(),
  }),
  z.object({
    ...resource,
    resourceType: z.literal("Practitioner"),
    identifier: list(identifier),
    name: list(name),
  }),
  z.object({
    ...resource,
    resourceType: z.literal("PractitionerRole"),
    practitioner: reference.optional(),
  }),
  z.object({
    ...resource,
    resourceType: z.literal("Coverage"),
    status: text,
    type: concept.optional(),
    beneficiary: reference.optional(),
    class: list(z.object({ type: concept.optional(), value: text })),
  }),
]);

export const containedShape = z.object({ contained: list(z.unknown()) });

export const anyResource = z
  .object({ resourceType: z.string().regex(/^[A-Z][A-Za-z]{1,60}$/) })
  .passthrough();

export type AnyResource = z.infer<typeof anyResource>;

export const bundleShape = z.object({
  timestamp: text.catch(undefined),
  meta: z.object({ source: text }).optional().catch(undefined),
  entry: z
    .array(
      z
        .object({
          fullUrl: text.catch(undefined),
          resource: z.unknown(),
          request: z
            .object({ method: text, url: text })
            .optional()
            .catch(undefined),
          response: z
            .object({ lastModified: text })
            .optional()
            .catch(undefined),
        })
        .nullable()
        .catch(null),
    )
    .optional()
    .catch(undefined),
});

export const messageHeaderShape = z.object({
  source: z.object({ name: text, endpoint: text }),
});

export type Coding = z.infer<typeof coding>;
export type Concept = z.infer<typeof concept>;
export type ShownConcept = z.infer<typeof shownConcept>;
export type Period = z.infer<typeof period>;
export type Identifier = z.infer<typeof identifier>;
export type Reference = z.infer<typeof reference>;
export type ShownReference = z.infer<typeof shownReference>;
export type HumanName = z.infer<typeof name>;
export type Encounter = z.infer<typeof encounterShape>;
export type Referred = z.infer<typeof referredShape>;
export type ReferredType = Referred["resourceType"];
export type Patient = Extract<Referred, { resourceType: "Patient" }>;
export type Coverage = Extract<Referred, { resourceType: "Coverage" }>;
