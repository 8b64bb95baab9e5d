import { z } from "zod";
import {
  ENCOUNTER_STATUSES,
  type Encounter,
  type Referred,
} from "~/features/messages/rules/fhir/resources";

/** No honest resource has more of anything, or longer words, where it is read. */
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

export const encounterShape: z.ZodType<Encounter, z.ZodTypeDef, unknown> =
  z.object({
    ...resource,
    resourceType: z.literal("Encounter"),
    identifier: list(identifier),
    status: z.enum(ENCOUNTER_STATUSES),
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
    // What is only shown must not keep an Encounter from being read.
    reasonCode: list(shownConcept).catch(undefined),
    diagnosis: list(z.object({ condition: shownReference.optional() })).catch(
      undefined,
    ),
    partOf: reference.optional(),
  });

export const referredShape: z.ZodType<Referred> = z.discriminatedUnion(
  "resourceType",
  [
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
  ],
);

export const containedShape = z.object({ contained: list(z.unknown()) });

/** Any resource; what it has besides is looked at by its type. */
export const anyResource = z
  .object({ resourceType: z.string().regex(/^[A-Z][A-Za-z]{1,60}$/) })
  .passthrough();

export type AnyResource = z.infer<typeof anyResource>;

/** A Bundle of any type. An entry that is none is left out. */
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

/** Who sends a Bundle that is a message. */
export const messageHeaderShape = z.object({
  source: z.object({ name: text, endpoint: text }),
});
