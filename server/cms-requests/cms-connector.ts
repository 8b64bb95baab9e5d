import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import type { IsoDay } from "~/domain/calendar";

export type FileContent =
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>;

export interface CmsOrder {
  /** Number of the request; the same at every attempt. */
  id: number;
  /** 'category-type', for example '56-800'. */
  code: string;
  categoryId: number;
  typeId: number;
  name: string;
  facility: {
    id: number;
    name: string;
    ccn: string | null;
  };
  /** First and last day; null for reports without a date range. */
  startDate: IsoDay | null;
  endDate: IsoDay | null;
  /** The parameters by their CMS names (R193). */
  args: Readonly<
    Record<string, { value: string | readonly string[]; label: string }>
  >;
  /** True if the requester may see only ISNP residents. */
  isnp: boolean;
  requestedAt: Date;
}

/**
 * `ready`: the PDF; `name` (no extension) defaults to the type's name. `not-yet`: the order returns at `askAgainAt`.
 * `refused`: `words` explain why.
 */
export type CmsAnswer =
  | { state: "ready"; content: FileContent; name?: string }
  | { state: "not-yet"; askAgainAt: Date }
  | { state: "refused"; words: string };

export interface CmsAttempt {
  /** Aborted at a stop, after ten minutes, or when another process takes over. */
  signal: AbortSignal;
  now: Date;
}

/** Throw to be retried later, ever less often. An order may return: a process can die before it stores the answer. */
export interface CmsConnector {
  fetchReport(order: CmsOrder, attempt: CmsAttempt): Promise<CmsAnswer>;
}

/** Argument of a connector module's default export. */
interface ConnectorSetup {
  /** Do not log names, usernames or people's texts. */
  log: Logger;
}

/** The module's default export may be async. Throws an Error with the setting and the problem. */
export async function loadConnector(
  file: string,
  setup: ConnectorSetup,
): Promise<CmsConnector> {
  const place = path.resolve(file);
  const loaded = await orExplain(`${place} cannot be loaded`, () => {
    // A variable keeps the bundler from resolving it.
    const address = pathToFileURL(place).href;
    return import(address) as Promise<unknown>;
  });
  const { default: make } = loaded as {
    default?: (setup: ConnectorSetup) => unknown;
  };
  if (typeof make !== "function") {
    throw settingError(`${place} has no default export that is a function`);
  }
  const made = await orExplain(`the default export of ${place} failed`, () =>
    make(setup),
  );
  const connector = made as CmsConnector | null | undefined;
  if (typeof connector?.fetchReport !== "function") {
    throw settingError(
      `the default export of ${place} made no object with a function fetchReport`,
    );
  }
  return connector;
}

async function orExplain(what: string, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw settingError(`${what}: ${reason}`);
  }
}

function settingError(what: string): Error {
  return new Error(`CMS_CONNECTOR: ${what}`);
}
