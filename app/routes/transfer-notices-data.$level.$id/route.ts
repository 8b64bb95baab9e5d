import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFile } from "~/features/shell/answer-file.server";
import { loadNoticesFile } from "~/features/transfer-notices/load.server";

export async function loader(args: LoaderFunctionArgs) {
  return answerFile(
    args.request,
    () => loadNoticesFile(args),
    () => undefined,
  );
}
