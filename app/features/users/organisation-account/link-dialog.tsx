import type { SerializeFrom } from "@remix-run/node";
import { dialogWords as words } from "~/features/sign-in/rules/organisation-account/dialog-words";
import { userListWords } from "~/features/users/rules/list-words";
import { userTitles } from "~/features/users/rules/titles";
import { paths } from "~/paths";
import { useHydrated } from "~/rendering/hydration";
import { Button } from "~/ui/button";
import { DangerButton } from "~/ui/danger-button";
import { PostForm, QuestionBody } from "~/ui/question-dialog";
import type { QuestionAnswer } from "~/ui/question-view";
import { Sheet, SheetClose } from "~/ui/sheet";
import { userPath } from "~/user-paths";
import type { loadLink } from "../questions.server";

type UserToLink = SerializeFrom<typeof loadLink>["user"];

export function LinkDialog({
  id,
  user,
  answer,
  listQuery,
}: {
  id: string;
  user: UserToLink;
  answer: QuestionAnswer | null;
  listQuery: string;
}) {
  // The answer without scripts is a new page, which opens at the dialog.
  const anchor = useHydrated() ? "" : `#${id}`;
  const action = userPath(user.id, "organisation-account") + listQuery + anchor;
  const isLinked = user.linkedSince !== null;
  const makeWords =
    user.codeUntil === null ? words.makeCode : words.makeNewCode;
  return (
    <Sheet
      id={id}
      kind="modal"
      title={userTitles.organisationAccount}
      closeHref={paths.users + listQuery}
      returnFocusTo={`organisation-account-${user.id}`}
      footer={
        <>
          <SheetClose>
            {user.code ? userListWords.close : userListWords.cancel}
          </SheetClose>{" "}
          <PostForm
            action={action}
            label={userTitles.organisationAccount}
            className="contents"
            preventScrollReset
            fields={{ task: isLinked ? "unlink" : "make" }}
          >
            {(isSending) =>
              isLinked ? (
                <DangerButton aria-disabled={isSending}>
                  {words.unlink}
                </DangerButton>
              ) : (
                <Button variant="primary" aria-disabled={isSending}>
                  {makeWords}
                </Button>
              )
            }
          </PostForm>
        </>
      }
    >
      <QuestionBody answer={answer}>
        {/* In the page before it has text, so screen readers announce it. */}
        <div aria-live="polite">
          {user.code ? (
            <NewCode code={user.code} until={user.codeUntil} />
          ) : null}
        </div>
        <p>
          {isLinked
            ? `${words.linkedSince} ${user.linkedSince}:`
            : words.notLinked}
        </p>
        <p className="font-medium">
          {user.name} ({user.username})
        </p>
        {user.isByGroups ? <p>{words.byGroups}</p> : null}
        {isLinked ? <p>{unlinkWords(user)}</p> : <p>{words.how}</p>}
        {user.codeUntil !== null && !isLinked && !user.code ? (
          <p>
            {words.codeUntil} {user.codeUntil}. {words.newEndsOld}
          </p>
        ) : null}
        {/* A user who came by groups has no password. */}
        {user.isByGroups && !user.isEmergency ? null : (
          <EmergencyMark isEmergency={user.isEmergency} action={action} />
        )}
      </QuestionBody>
    </Sheet>
  );
}

function unlinkWords({ isByGroups, isPasswordClosed }: UserToLink): string {
  if (isByGroups) return words.confirmByGroups;
  const then = isPasswordClosed ? words.thenCode : words.thenCodeOrPassword;
  return `${words.confirm} ${then}`;
}

function NewCode({ code, until }: { code: string; until: string | null }) {
  return (
    <div className="space-y-4 rounded bg-wash p-3">
      <p>
        {words.code}: <code className="font-medium">{code}</code>
      </p>
      <p>
        {words.goodUntil} {until}.
      </p>
      <p>{words.shownAWhile}</p>
    </div>
  );
}

function EmergencyMark({
  isEmergency,
  action,
}: {
  isEmergency: boolean;
  action: string;
}) {
  return (
    <>
      <p className="border-t border-hairline pt-3">
        {isEmergency ? words.isEmergency : words.noEmergency}{" "}
        {words.whatEmergency} {isEmergency ? words.unmarkEnds : null}
      </p>
      <PostForm
        action={action}
        label={words.emergency}
        preventScrollReset
        fields={{ task: isEmergency ? "unmark" : "mark" }}
      >
        {(isSending) =>
          isEmergency ? (
            <DangerButton aria-disabled={isSending}>
              {words.unmark}
            </DangerButton>
          ) : (
            <Button aria-disabled={isSending}>{words.mark}</Button>
          )
        }
      </PostForm>
    </>
  );
}
