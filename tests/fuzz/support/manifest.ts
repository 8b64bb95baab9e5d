import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { buildIfStale } from "../../../scripts/build-if-stale.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const SERVER = join(ROOT, "build/index.js");

const manifest = z.object({
  routes: z.record(
    z.object({
      id: z.string(),
      parentId: z.string().optional(),
      path: z.string().optional(),
      index: z.boolean().optional(),
      hasAction: z.boolean().default(false),
      hasLoader: z.boolean().default(false),
    }),
  ),
});

export interface BuiltRoute {
  id: string;
  /** Pattern with `:name` segments, from the root. */
  pattern: string;
  hasAction: boolean;
}

/** Every route of the build but the root, which is part of each. */
export async function builtRoutes(): Promise<BuiltRoute[]> {
  await buildIfStale();
  const file = /manifest-\w+\.js/.exec(readFileSync(SERVER, "utf8"))?.[0];
  if (file === undefined) throw new Error("the build names no manifest");
  const text = readFileSync(join(ROOT, "public/build", file), "utf8");
  const start = text.indexOf("{");
  const { routes } = manifest.parse(
    JSON.parse(text.slice(start, text.lastIndexOf("}") + 1)),
  );
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return "";
    const above = patternOf(route.parentId);
    return route.path ? `${above}/${route.path}` : above;
  };
  return Object.values(routes)
    .filter(({ id }) => id !== "root")
    .map(({ id, hasAction }) => ({
      id,
      pattern: patternOf(id) || "/",
      hasAction,
    }));
}
