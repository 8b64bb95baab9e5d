import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "~/features/shell/answer-file.server";
import { NO_STORE } from "~/http/no-store.server";
import { requireUser } from "~/session/require-user.server";
import { signalsText } from "./signals-text.server";

/** What changed since the last visit, as a text to be read out or sent on (R374): counts and links, no residents. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (request.method !== "GET") return methodNotAllowed();
  const signedIn = await requireUser(request);
  return new Response(await signalsText(signedIn, new URL(request.url)), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": NO_STORE,
    },
  });
}
