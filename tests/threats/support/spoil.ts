import type { z } from "zod";

type Json = unknown;

/**
 * An answer with a text behind each of its texts, as far as one of the shapes lets it through: dates, codes and the like
 * stay as they are. What fits no shape at all is left alone.
 */
export function spoil(
  body: Json,
  shapes: readonly z.ZodTypeAny[],
  text: string,
): Json {
  for (const shape of shapes) {
    if (!shape.safeParse(body).success) continue;
    const spoilt = withText(body, text);
    for (let round = 0; round < 20; round++) {
      const { error } = shape.safeParse(spoilt);
      if (!error) return spoilt;
      for (const issue of error.issues) putBack(spoilt, body, pathsOf(issue));
    }
  }
  return body;
}

function withText(value: Json, text: string): Json {
  if (typeof value === "string") return value + text;
  if (Array.isArray(value)) return value.map((one) => withText(one, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      // The session's own: no page shows it, and with another there is no session.
      /token/i.test(name) ? one : withText(one, text),
    ]),
  );
}

type Path = (string | number)[];

function pathsOf(issue: z.ZodIssue): Path[] {
  if (issue.code !== "invalid_union") return [issue.path];
  return issue.unionErrors.flatMap(({ issues }) => issues.flatMap(pathsOf));
}

function putBack(into: Json, from: Json, paths: Path[]): void {
  for (const path of paths) {
    let [there, here] = [into, from] as Record<string | number, Json>[];
    for (const part of path.slice(0, -1)) {
      there = there?.[part] as typeof there;
      here = here?.[part] as typeof here;
    }
    const last = path.at(-1);
    if (there && here && last !== undefined) there[last] = here[last];
  }
}
