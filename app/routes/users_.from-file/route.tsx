import type { HeadersFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { titled } from "~/features/shell/page-title";
import {
  answerFromFile,
  type FileAnswer,
  loadFromFile,
} from "~/features/users/from-file/from-file.server";
import { userTitles } from "~/features/users/rules/titles";
import { lazyComponent } from "~/rendering/lazy-component";

export { links } from "~/reports-and-users-sheet";
export { loadFromFile as loader, answerFromFile as action };

/** Browsers must not keep first passwords. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

export const meta = titled(userTitles.fromFile);

const SCREEN_ID = "from-file";

const FromFileScreen = lazyComponent(
  () => import("~/features/users/from-file/screen"),
  (chunk) => chunk.FromFileScreen,
  SCREEN_ID,
);

export default function UsersFromFileRoute() {
  const answer = useActionData<FileAnswer>() ?? null;
  return <FromFileScreen id={SCREEN_ID} answer={answer} />;
}
