import type { EntryContext } from "@remix-run/node";

/**
 * Remix makes a router for each document from its routes, so it gets only those shown; scripts read the whole
 * manifest.
 */
export function withShownRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: EntryContext["manifest"]["routes"] = {};
  for (const { route } of staticHandlerContext.matches) {
    const known = manifest.routes[route.id];
    if (known) routes[route.id] = known;
  }
  return {
    ...context,
    manifest: { ...manifest, routes },
    serverHandoffString: withoutFlagsOff(context.serverHandoffString),
  };
}

/** Flags of Remix that are off are the same as none, and each document would name them. */
function withoutFlagsOff(handoff: string | undefined): string | undefined {
  return handoff?.replace(/^\{"future":\{[^}]*\}/, (flags) =>
    flags.replace(/"\w+":false,?/g, "").replace(",}", "}"),
  );
}
