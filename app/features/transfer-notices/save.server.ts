import { json, type ActionFunctionArgs } from "@remix-run/node";
import { signedIdParam } from "~/contract/wire";
import { answerOf, refusalOf } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { answerUserForm } from "~/http/guarded-form.server";
import { textsIn } from "~/http/read-form.server";
import { problemsOf } from "~/session/change-outcome.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { noticePath, noticesPath } from "~/transfer-notice-paths";
import {
  changeNotices,
  findNotice,
  sendNotices,
} from "~server/transfer-notices/service";
import { readVersion } from "./load.server";
import { isMonth, NOTICE_FIELDS, type NoticeEntries } from "./rules";
import { noticeWords as words, sentText } from "./words";

type Answer<Entries> = ReturnType<typeof problemsOf> & {
  entries: Entries;
  version: number;
};
export type NoticeAnswer = Answer<NoticeEntries>;
export type SendAnswer = Answer<{ on: string }>;

/** What was typed stays after somebody else's change, with theirs (R573). */
export async function saveNotices({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = signedIdParam.parse(params.id);
    const entries = textsIn(form, NOTICE_FIELDS);
    const version = readVersion(form);
    const asked = { id, version, entries };
    const outcome = await signedIn.ask(changeNotices, asked);
    if (outcome.kind === "failure") {
      const isStale = outcome.status === 409;
      const now = isStale
        ? answerOf(await signedIn.ask(findNotice, { id }))
        : asked;
      return refused(outcome, { entries, version: now.version });
    }
    signedIn.forgetPlaceCounts();
    const notice = { tone: "success", text: words.saved } as const;
    return redirectWithNotice(signedIn, noticePath(id), notice, 303);
  });
}

export async function saveSending({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const { month, transfers, on } = textsIn(form, [
      "month",
      "transfers",
      "on",
    ]);
    if (params.level !== "facility" || !isMonth(month)) throw pageError(400);
    const facilityId = Number(params.id);
    const outcome = await signedIn.ask(sendNotices, {
      ...{ facilityId, month, on },
      transfers: transfers
        .split(" ")
        .filter((one) => /^-?\d{1,15}$/.test(one))
        .map(Number),
    });
    if (outcome.kind === "failure") {
      return refused(outcome, { entries: { on }, version: 0 });
    }
    signedIn.forgetPlaceCounts();
    const sent = outcome.kind === "data" ? outcome.answer.sent : 0;
    const notice =
      sent > 0
        ? ({ tone: "success", text: sentText(sent) } as const)
        : ({ tone: "info", text: words.nothingToSend } as const);
    const back = noticesPath("facility", facilityId, { month });
    return redirectWithNotice(signedIn, back, notice, 303);
  });
}

function refused<Entries extends object>(
  failure: CallFailure,
  typed: { entries: Entries; version: number },
) {
  const { status } = refusalOf(failure);
  const fields = Object.keys(typed.entries);
  const answer: Answer<Entries> = { ...typed, ...problemsOf(failure, fields) };
  return json(answer, { status });
}
