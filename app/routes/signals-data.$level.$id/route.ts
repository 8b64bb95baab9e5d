import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFile } from "~/features/shell/answer-file.server";
import { loadSignalsFile } from "~/features/signals/load-signals.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadSignalsFile(request, params),
    () => undefined,
  );
}
