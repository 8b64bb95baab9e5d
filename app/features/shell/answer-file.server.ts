import type { LoaderFunctionArgs } from "@remix-run/node";
import { errorDocument } from "./plain-document.server";

type WayBack = Parameters<typeof errorDocument>[1];

/**
 * The loader of a route that is a file. An error of 400 and above is a page of its own, since such an address has no
 * screen. `backFrom` links back for the statuses where that helps.
 */
export const fileLoader =
  (
    load: (args: LoaderFunctionArgs) => Promise<Response>,
    backFrom: (status: number, args: LoaderFunctionArgs) => WayBack = () =>
      undefined,
  ) =>
  async (args: LoaderFunctionArgs): Promise<Response> => {
    // Whether there is a file is known only when it is made: Remix would ask for all of it to answer with its head.
    if (args.request.method !== "GET") return methodNotAllowed();
    try {
      return await load(args);
    } catch (thrown) {
      if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
      return errorDocument(thrown, backFrom(thrown.status, args));
    }
  };

export function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
