import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadFacilitiesFile } from "~/features/facilities/load.server";
import { answerFile } from "~/features/shell/answer-file.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadFacilitiesFile(request, params),
    () => undefined,
  );
}
