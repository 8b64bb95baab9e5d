import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import { z } from "zod";
import type { CmsConnector } from "./cms-connector";

/** What the default export of a connector's module is called with. */
export interface ConnectorSetup {
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
