import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { z } from "zod";
import type { IsoDay } from "~/domain/calendar";

/** A file as bytes, or as a stream of them. */
export type FileContent =
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>;

export interface CmsOrder {
  /** Number of the request; the same at every attempt on it. */
  id: number;
  /** 'category-type', as in '56-800'. */
  code: string;
  categoryId: number;
  typeId: number;
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

/** What the default export of a connector's module is called with. */
interface ConnectorSetup {
  /** Write no names, usernames or texts of people to it. */
  log: Logger;
}

const moduleShape = z.object({
  default: z.function().args(z.custom<ConnectorSetup>()).returns(z.unknown()),
});
const connectorShape = z.object({
  fetchReport: z.custom<CmsConnector["fetchReport"]>(
    (value) => typeof value === "function",
  ),
});

/**
 * The operator's connector: what the default export of the module makes, at once or by a promise. `file` is resolved
 * from the working directory. Throws an Error that names the setting and what is wrong.
 */
export async function loadConnector(
  file: string,
  setup: ConnectorSetup,
): Promise<CmsConnector> {
  const place = path.resolve(file);
  const loaded = await orExplain(`${place} cannot be loaded`, () => {
    // Not a literal: a bundler would look for it at build time.
    const address = pathToFileURL(place).href;
    return import(address) as Promise<unknown>;
  });
  const module = moduleShape.safeParse(loaded);
  if (!module.success) {
    throw problem(`${place} has no default export that is a function`);
  }
  const made = await orExplain(`the default export of ${place} failed`, () =>
    module.data.default(setup),
  );
  if (!connectorShape.safeParse(made).success) {
    throw problem(
      `the default export of ${place} made no object with a function fetchReport`,
    );
  }
  return made as CmsConnector;
}

async function orExplain(what: string, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw problem(`${what}: ${reason}`);
  }
}

function problem(what: string): Error {
  return new Error(`CMS_CONNECTOR: ${what}`);
}
