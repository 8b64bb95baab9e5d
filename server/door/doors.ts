import type { z } from "zod";
import type { AnyEndpoint, Endpoint } from "~/contract/endpoint";
import type { ApiDeps } from "./api-deps";
import type { AnswerOf, Call, PublicCall } from "./handler";

type Shape = z.ZodTypeAny;
type AnyCall = Call<unknown, unknown, unknown>;

/** A call of the data server, and what answers it. */
export interface Entry {
  target: AnyEndpoint;
  /** Needs no session. */
  isPublic: boolean;
  handle: (call: AnyCall) => Promise<unknown>;
}

/**
 * The calls of one data server. They are found by name: the data server outlives a rebuild of the portal in development,
 * which makes the endpoints again. Calls that share a path stand together, and the first one that fits the input answers.
 */
export interface Doors {
  deps: ApiDeps;
  entries: Map<string, Entry[]>;
}

export function createDoors(deps: ApiDeps): Doors {
  return { deps, entries: new Map() };
}

export function nameOf({
  method,
  path,
}: Pick<AnyEndpoint, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Answers an endpoint for signed-in users; the handler judges what this viewer may see, and throws a `Refusal` otherwise. */
export function register<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  doors: Doors,
  target: Endpoint<P, Q, B, A>,
  handle: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<AnswerOf<A>>,
): void {
  add(doors, { target, isPublic: false, handle });
}

/** As {@link register}, for the calls that need no session. */
export function registerPublic<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  doors: Doors,
  target: Endpoint<P, Q, B, A>,
  handle: (
    call: PublicCall<z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<AnswerOf<A>>,
): void {
  add(doors, { target, isPublic: true, handle });
}

function add({ entries }: Doors, entry: Entry): void {
  const name = nameOf(entry.target);
  entries.set(name, [...(entries.get(name) ?? []), entry]);
}
