import type { LoaderFunctionArgs } from "@remix-run/node";
import { errorDocument } from "./plain-document.server";

/**
 * An error of 400 and above is a page of its own, since such an address has no screen. `backFrom` links back for the
 * statuses where that helps.
 */
export async function answerFile(
  request: Request,
  load: () => Promise<Response>,
  backFrom: (
    status: number,
  ) => { href: string; text: string } | undefined = () => undefined,
): Promise<Response> {
  // Whether there is a file is known only when it is made: Remix would ask for all of it to answer with its head.
  if (request.method !== "GET") return methodNotAllowed();
  try {
    return await load();
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
    return errorDocument(thrown, backFrom(thrown.status));
  }
}

/** The loader of a route that is a file, without a way back from its errors. */
export const fileLoader =
  (load: (args: LoaderFunctionArgs) => Promise<Response>) =>
  (args: LoaderFunctionArgs) =>
    answerFile(args.request, () => load(args));

export function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: "GET" } });
}
