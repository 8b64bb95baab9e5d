import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const BUILD = resolve(import.meta.dirname, "../../../public/build");

const manifest = z.object({
  routes: z.record(
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      hasAction: z.boolean().default(false),
      hasLoader: z.boolean().default(false),
    }),
  ),
});

/** A route of the built portal, with what an address of it takes. */
export interface BuiltRoute {
  id: string;
  /** Its address, with `:name` where something is to be filled in. */
  pattern: string;
  hasAction: boolean;
  hasLoader: boolean;
}

/** Every route that the portal was built with, as its own manifest lists them. To be called once there is a build. */
export function builtRoutes(): BuiltRoute[] {
  const file = readdirSync(BUILD).find((name) => name.startsWith("manifest-"));
  const text = readFileSync(join(BUILD, file ?? ""), "utf8");
  const { routes } = manifest.parse(
    JSON.parse(text.replace(/^[^{]*/, "").replace(/;\s*$/, "")),
  );
  return Object.values(routes)
    .filter(({ id }) => id !== "root")
    .map((route) => {
      const parts: string[] = [];
      for (
        let at: typeof route | undefined = route;
        at;
        at = routes[at.parentId ?? ""]
      ) {
        if (at.path) parts.unshift(at.path);
      }
      const { id, hasAction, hasLoader } = route;
      return { id, pattern: `/${parts.join("/")}`, hasAction, hasLoader };
    });
}

/** An address of a route; what is not named is 1. */
export function addressOf(
  { pattern }: BuiltRoute,
  values: Record<string, string> = {},
): string {
  return pattern
    .replace(/:(\w+)/g, (_, name: string) => values[name] ?? "1")
    .replace("*", values["*"] ?? "nowhere/at/all");
}
