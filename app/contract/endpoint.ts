import { z } from "zod";

type Shape = z.ZodTypeAny;

/** Portal and data server share it, so that neither can drift from the other (R224). */
export interface Endpoint<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Answer extends Shape,
> {
  method: "GET" | "POST" | "DELETE";
  /** Path with `:name` segments; answered with and without its last slash. */
  path: string;
  params: Params;
  query: Query;
  /** Shape of the request body; `bodyType` says how it is written. */
  body: Body;
  bodyType: "none" | "form" | "json";
  /** Shape of a 200 answer. 204 means empty and has no body. */
  answer: Answer;
}

type PathValue = string | number;

const nothing = z.object({});
type Nothing = typeof nothing;

/** A GET without parameters, unless the definition says otherwise. */
export function endpoint<
  Answer extends Shape,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
>(
  definition: Pick<Endpoint<Params, Query, Body, Answer>, "path" | "answer"> &
    Partial<Endpoint<Params, Query, Body, Answer>>,
): Endpoint<Params, Query, Body, Answer> {
  const usual = { params: nothing, query: nothing, body: nothing };
  const get = { method: "GET", bodyType: "none", ...usual } as const;
  return { ...get, ...definition } as Endpoint<Params, Query, Body, Answer>;
}

export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Shape>;

/** Leaves out undefined query values. Throws when a path parameter is missing. */
export function endpointPath(
  target: Pick<AnyEndpoint, "path">,
  params: Record<string, PathValue> = {},
  query: Record<string, PathValue | boolean | undefined> = {},
): string {
  const path = target.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) {
      throw new Error(`${target.path}: parameter ${name} is missing`);
    }
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
