import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { formPageTitle } from "~/features/shell/form-page-title";
import {
  FILE_SCREEN_ID,
  type FileAnswer,
} from "~/features/users/from-file/answer";
import {
  answerFromFile,
  loadFromFile,
} from "~/features/users/from-file/from-file.server";
import { userTitles } from "~/features/users/rules/titles";
import { lazyComponent } from "~/rendering/lazy-component";
import { UPDATE_PARAMETER } from "~/ui/update-only";

export { links } from "~/reports-and-users-sheet";
export { loadFromFile as loader, answerFromFile as action };

/** First passwords are kept by no browser. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;

/** A preview and new users answer a form as well, and are no error. */
export const meta: MetaFunction = ({ matches }) => [
  {
    title: formPageTitle(matches, `?${UPDATE_PARAMETER}`, userTitles.fromFile),
  },
];

const FromFileScreen = lazyComponent(
  () => import("~/features/users/from-file/screen"),
  (chunk) => chunk.FromFileScreen,
  FILE_SCREEN_ID,
);

/** Users from a CSV file, with a preview of what it does (R538). */
export default function UsersFromFileRoute() {
  const answer = useActionData<FileAnswer>() ?? null;
  return <FromFileScreen answer={answer} />;
}
