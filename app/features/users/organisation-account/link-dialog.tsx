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
import { LINK_SHEET_ID, TASK_FIELD, TASKS } from "./link";
import type { loadLink } from "./link-user.server";

/** Whom the dialog is about, and how they sign in; times are in words. */
type UserToLink = SerializeFrom<typeof loadLink>["user"];

/** Makes the code by which a user claims their organisation account, or asks whether it is really to be unlinked. */
export function LinkDialog({
  user,
  answer,
  listQuery,
}: {
  user: UserToLink;
  answer: QuestionAnswer | null;
  /** Query of the list that lies under it, with its question mark; empty where there is none. */
  listQuery: string;
}) {
  // Without scripts the answer is a new page, which lands on the dialog.
  const anchor = useHydrated() ? "" : `#${LINK_SHEET_ID}`;
  const action = userPath(user.id, "organisation-account") + listQuery + anchor;
  const isLinked = user.linkedSince !== null;
  const makeWords =
    user.codeUntil === null ? words.makeCode : words.makeNewCode;
  return (
    <Sheet
      id={LINK_SHEET_ID}
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
            fields={{ [TASK_FIELD]: isLinked ? TASKS.unlink : TASKS.make }}
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
        {/* It is there before it has anything to say, so that it is heard. */}
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
        {/* Whoever came by their groups has no password. */}
        {user.isByGroups && !user.isEmergency ? null : (
          <EmergencyMark isEmergency={user.isEmergency} action={action} />
        )}
      </QuestionBody>
    </Sheet>
  );
}

/** What unlinking does, and how the user gets in after it. */
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

/** Whether the user is an emergency account, and what makes them one or ends it. */
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
        fields={{ [TASK_FIELD]: isEmergency ? TASKS.unmark : TASKS.mark }}
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
