import { z } from "zod";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { isIsoDay } from "~/domain/calendar";
import { LEVELS } from "~/domain/places/hierarchy";
import { cell, textCell, timeCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";

/** A whole-number id in a path or query; at most 15 digits, so that it stays exact. */
export const idParam = z
  .string()
  .regex(/^\d{1,15}$/, "expected a whole number")
  .transform(Number);

export const id = z.number().int().nonnegative().safe();

/** A resident's id: negative if the resident is known from the feed only. */
export const residentId = z.number().int().safe();

export const signedIdParam = z
  .string()
  .regex(/^-?\d{1,15}$/, "expected a whole number")
  .transform(Number);

export const dayParam = z
  .string()
  .refine(isIsoDay, "expected a date as yyyy-MM-dd");

/** A flag in a query; anything but true and false is refused. */
export const flagParam = z
  .enum(["true", "false"])
  .transform((flag) => flag === "true");

export const levelParam = z.enum(LEVELS);
export const accessLevel = z.enum(ACCESS_LEVELS);

/** `yyyy-MM-dd HH:mm:ss`; the field's docblock says in which zone. */
export const sqlDatetime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);

export const figuresQuery = z.object({
  isnp: flagParam.optional(),
  facility_id: idParam.optional(),
});

/** Both ends of the range are included. */
export const figuresParams = z.object({
  level: levelParam,
  id: idParam,
  startDate: dayParam,
  endDate: dayParam,
});

/** A day, `yyyy-MM-dd`; null where there is none. */
const dayCell = cell(z.string().refine(isIsoDay).nullable(), null);

/** The days through which data are complete, the earliest and the latest of several facilities (R245). */
const dataThrough = cell(
  z
    .object({
      /** Null where a facility has stays and no complete data, so that it does not count. */
      earliest: dayCell,
      latest: z.string().refine(isIsoDay),
    })
    .nullable(),
  null,
);
export type DataThrough = NonNullable<z.output<typeof dataThrough>>;

/**
 * Has a renewed token if there is one, and the time of the last import (New York time). Figures name their data
 * cut-off if the host knows it.
 */
export function dated<Data extends z.ZodTypeAny>(data: Data) {
  return z.object({
    data,
    token: z.string().nullish(),
    lastUpdated: timeCell.optional(),
    /** The version of the data behind the figures, to notice newer data (R302). */
    data_version: textCell.optional(),
    data_through: dataThrough.optional(),
  });
}

/** Like {@link dated}, for calls that name the time `data_effective_tstamp` (R160). */
export function effective<Data extends z.ZodTypeAny>(data: Data) {
  return z.object({
    data,
    token: z.string().nullish(),
    data_effective_tstamp: timeCell.optional(),
    data_through: dataThrough.optional(),
  });
}

/**
 * The portal shows the host's own words first (R57). A foreign host may leave out the fields: then no field is to
 * blame.
 */
export const errorBody = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  /** What kind of error it is; it stays where the words change. */
  code: z.string().max(100).optional().catch(undefined),
  /** Field of the call's body that is to blame, as the body names it. */
  field: z.string().max(100).optional().catch(undefined),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const emergencyEntry = z.object({
  username: z.string().min(1),
  at: z.string().datetime(),
  times: id,
});
export type EmergencyEntry = DeepReadonly<z.output<typeof emergencyEntry>>;
