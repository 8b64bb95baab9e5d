import type { z } from "zod";
import type { AnyEndpoint, Endpoint } from "~/contract/endpoint";
import type { ApiDeps } from "./api-deps";
import type { AnswerOf, Call, PublicCall } from "./handler";

type Shape = z.ZodTypeAny;
type AnyCall = Call<unknown, unknown, unknown>;

export interface Entry {
  target: AnyEndpoint;
  /** Needs no session. */
  isPublic: boolean;
  handle: (call: AnyCall) => Promise<unknown>;
}

export interface Doors {
  deps: ApiDeps;
  /** By name, because in development the data server outlives rebuilds. */
  entries: Map<string, Entry>;
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

/** Registers a handler for signed-in users, which checks what the viewer may see and throws a `Refusal`. */
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
  doors.entries.set(nameOf(target), { target, isPublic: false, handle });
}

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
  doors.entries.set(nameOf(target), { target, isPublic: true, handle });
}
