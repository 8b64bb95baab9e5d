import type { IsoDay } from "~/domain/calendar";

/** A file as bytes, or as a stream of them. */
export type FileContent =
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>;

/** A requested report as a connector gets it. */
export interface CmsOrder {
  /** Number of the request; the same at every attempt on it. */
  id: number;
  /** 'category-type', as in '56-800'. */
  code: string;
  categoryId: number;
  typeId: number;
  /** Name of the report type. */
  name: string;
  facility: {
    id: number;
    name: string;
    /** CMS certification number; null where it is not known. */
    ccn: string | null;
  };
  /** First and last day; null for the reports without a range of dates. */
  startDate: IsoDay | null;
  endDate: IsoDay | null;
  /** The parameters by their CMS names (R193). */
  args: Readonly<
    Record<string, { value: string | readonly string[]; label: string }>
  >;
  /** True where who asked may see ISNP residents alone. */
  isnp: boolean;
  requestedAt: Date;
}

/**
 * What came of asking for a report.
 *
 * - `ready`: the PDF. `name`, without ending, is what it is called in the list; the report type's name where it is left out.
 * - `not-yet`: it is being made elsewhere; the same order is asked for again then.
 * - `refused`: there will be no report; `words` tell its reader why.
 */
export type CmsAnswer =
  | { state: "ready"; content: FileContent; name?: string }
  | { state: "not-yet"; askAgainAt: Date }
  | { state: "refused"; words: string };

export interface CmsAttempt {
  /** Aborted when the attempt is given up: at a stop, after ten minutes, or when another process has taken over. */
  signal: AbortSignal;
  now: Date;
}

/**
 * Where finished CMS reports come from. A throw means that it may work later: it is tried again, ever less often.
 * An order may come twice, since a process can be killed between the answer and its storing.
 */
export interface CmsConnector {
  fetchReport(order: CmsOrder, attempt: CmsAttempt): Promise<CmsAnswer>;
}
