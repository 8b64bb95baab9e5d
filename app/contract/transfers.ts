import { z } from "zod";
import { GROUPINGS } from "~/domain/transfers/groupings";
import { isIsoDay } from "~/domain/calendar";
import { cell, figureCell, flagCell, nameCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import {
  dated,
  figuresParams,
  figuresQuery,
  id,
  idParam,
  nothing,
  residentId,
} from "./wire";

const count = z.number().int().nonnegative();
const dayCell = cell(z.string().refine(isIsoDay).nullable(), null);

/** Transfers that have something in common. */
const group = z.object({
  /** Of a physician the NPI, of a hospital its name; else as R356 has it. `not-known` where it is not known, or no stay holds the day. */
  key: z.string().max(300),
  /** Of a physician or a cause, where one is known. */
  name: textCell.optional(),
  transfers: count,
});
export type TransferGroup = DeepReadonly<z.output<typeof group>>;

const groups = z.object({
  by: z.enum(GROUPINGS),
  groups: z.array(group),
  /** Groups that are left out because others have more transfers, and the transfers in them. */
  more: z.object({ groups: count, transfers: count }).nullish(),
});

const call = {
  method: "GET",
  body: nothing,
  bodyType: "none",
  params: figuresParams,
} as const;

/**
 * GET /transfers/…: the transfers of a place or physician in a range, counted by what they may have in common (R356); 204 where there
 * are none. Groups without transfers may be left out.
 */
export const getTransfers = endpoint({
  ...call,
  path: "/transfers/:level/:id/:startDate/:endDate",
  query: figuresQuery,
  answer: dated(
    z.object({
      transfers: count,
      /** Of these, those that were not planned, and so are to be reviewed. */
      unplanned: count.nullish(),
      /** Of the unplanned ones, those whose reviews are done; `avoidable` and `cause` count them alone. */
      reviewed: count.nullish(),
      groupings: z.array(groups),
    }),
  ),
});

/** A transfer with its resident and its stay; what is not known is null. */
const transferRow = row({
  transfer_id: residentId,
  patient_id: residentId,
  mrn: textCell,
  first_name: textCell,
  last_name: textCell,
  facility_id: id,
  facility_name: nameCell,
  transferred_on: dayCell,
  /** 0 to 1,439, local time of the facility. */
  minute_of_day: figureCell,
  /** `inpatient`, `observation` or `ed_only`. */
  outcome: textCell,
  planned: flagCell,
  /** True where no hospital has told the outcome. */
  assumed: flagCell,
  days_since_admission: figureCell,
  physician_name: textCell,
  hospital: textCell,
  reason: textCell,
  diagnosis: textCell,
  /** `open`, `reviewed` or `signed`; `not_begun` where nobody has begun the review of an unplanned one. Some hosts do not tell. */
  review_state: textCell.optional(),
});
export type SentTransferRow = z.input<typeof transferRow>;
export type TransferRow = DeepReadonly<z.output<typeof transferRow>>;

/**
 * GET /transfers/…/list: the transfers of a group, newest first, in pages; all of the range without `by` and `key`. Open to whoever may read
 * lists of patients. `page`: 0, 1, …; `next`: the page after it, null for the last.
 */
export const getTransferList = endpoint({
  ...call,
  path: "/transfers/:level/:id/:startDate/:endDate/list",
  query: figuresQuery
    .extend({
      by: z.enum(GROUPINGS).optional(),
      key: z.string().min(1).max(300).optional(),
      page: idParam.refine((page) => page <= 10_000, "too large").optional(),
    })
    .refine(({ by, key }) => (by === undefined) === (key === undefined), {
      message: "by and key go together",
    }),
  answer: dated(
    z.object({ rows: z.array(transferRow), next: count.nullable() }),
  ),
});
