import type { SerializeFrom } from "@remix-run/node";
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
  const makeWords = user.codeUntil === null ? "Make a code" : "Make a new code";
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
                <DangerButton aria-disabled={isSending}>Unlink</DangerButton>
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
            ? `This user has logged in with an organisation account since ${user.linkedSince}:`
            : "This user has no organisation account yet. A code links it, and they log in with it from then on:"}
        </p>
        <p className="font-medium">
          {user.name} ({user.username})
        </p>
        {user.isByGroups ? (
          <p>
            Groups at the organisation's login set access level and locations.
            There is no password.
          </p>
        ) : null}
        {isLinked ? (
          <p>{unlinkWords(user)}</p>
        ) : (
          <p>
            They choose the organisation's login on the login page and type the
            code once. A code is valid for 24 hours.
          </p>
        )}
        {user.codeUntil !== null && !isLinked && !user.code ? (
          <p>A code is good until {user.codeUntil}. A new code replaces it.</p>
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
  if (isByGroups)
    return "Unlinking logs the user out, and you set their access from then on. Give them a code: without one, their next login creates another user.";
  const then = isPasswordClosed
    ? "They then need a new code."
    : "They then need a new code, or their password if they have one.";
  return `Unlinking logs the user out. ${then}`;
}

function NewCode({ code, until }: { code: string; until: string | null }) {
  return (
    <div className="space-y-4 rounded bg-wash p-3">
      <p>
        Code: <code className="font-medium">{code}</code>
      </p>
      <p>Good until {until}.</p>
      <p>
        Shown for ten minutes, or until you make another. Give it only to this
        person: whoever types it logs in as this user.
      </p>
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
        {isEmergency
          ? "This user is an emergency account."
          : "This user is not an emergency account."}{" "}
        An emergency account can log in with its password when passwords are
        closed for everyone else. Account managers are notified of each login.{" "}
        {isEmergency
          ? "Ending it also ends their password sessions when passwords are closed for everyone else."
          : null}
      </p>
      <PostForm
        action={action}
        label="Emergency account"
        preventScrollReset
        fields={{ task: isEmergency ? "unmark" : "mark" }}
      >
        {(isSending) =>
          isEmergency ? (
            <DangerButton aria-disabled={isSending}>
              End the emergency account
            </DangerButton>
          ) : (
            <Button aria-disabled={isSending}>
              Make it an emergency account
            </Button>
          )
        }
      </PostForm>
    </>
  );
}
