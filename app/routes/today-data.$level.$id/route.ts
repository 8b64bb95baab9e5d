import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFile } from "~/features/shell/answer-file.server";
import { loadTodayFile } from "~/features/today/load-today-file.server";

export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerFile(
    request,
    () => loadTodayFile(request, params),
    () => undefined,
  );
}
