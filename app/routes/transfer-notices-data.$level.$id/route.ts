import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerFile } from "~/features/shell/answer-file.server";
import { loadNoticesFile } from "~/features/transfer-notices/load-list.server";

/** The notices of a facility, to save as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  return answerFile(
    args.request,
    () => loadNoticesFile(args),
    () => undefined,
  );
}
