import { json, type ActionFunctionArgs } from "@remix-run/node";
import {
  failurePage,
  failureWords,
  refusalStatus,
} from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { isIsoDay } from "~/domain/calendar";
import { signedIdParam } from "~/contract/wire";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { problemsOf } from "~/session/change-outcome.server";
import { noticePath, noticesPath } from "~/transfer-notice-paths";
import { changeNotices, sendNotices } from "~server/transfer-notices/service";
import { findNoticeOf, readEntries, readVersion } from "./load-notice.server";
import { isMonth, NOTICE_FIELDS, type NoticeEntries } from "./rules";
import { noticeWords as words, sentText } from "./words";

export interface NoticeAnswer extends ReturnType<typeof problemsOf> {
  entries: NoticeEntries;
  version: number;
}

export interface SendAnswer {
  on: string;
  error: string;
}

/** What was typed stays after somebody else's change, with theirs (R573). */
export async function saveNotices({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = signedIdParam.parse(params.id);
    const entries = readEntries(form);
    const version = readVersion(form);
    const outcome = await signedIn.ask(changeNotices, {
      ...{ id, version, entries },
    });
    if (outcome.kind !== "failure") {
      signedIn.forgetPlaceCounts();
      const notice = { tone: "success", text: words.saved } as const;
      return redirectWithNotice(signedIn, noticePath(id), notice, 303);
    }
    const { status } = outcome;
    if (status === 403 || status === 404) throw failurePage(outcome);
    const answer: NoticeAnswer = {
      entries,
      version:
        status === 409 ? (await findNoticeOf(signedIn, id)).version : version,
      ...problemsOf(outcome, NOTICE_FIELDS),
    };
    return json(answer, { status: refusalStatus(outcome) });
  });
}

export async function saveSending({
  request,
  params: { level, id: idText },
}: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const read = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const month = read("month");
    if (level !== "facility" || !isMonth(month)) throw pageError(400);
    const facilityId = Number(idText);
    const on = read("on");
    const transfers = read("transfers")
      .split(" ")
      .filter((one) => /^-?\d{1,15}$/.test(one))
      .map(Number);
    if (!isIsoDay(on)) return refused({ on, error: words.send.noDay }, 400);
    const outcome = await signedIn.ask(sendNotices, {
      ...{ facilityId, month, on, transfers },
    });
    if (outcome.kind === "failure") {
      const { status } = outcome;
      if (status === 403 || status === 404) throw failurePage(outcome);
      const error = failureWords(outcome);
      return refused({ on, error }, refusalStatus(outcome));
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

function refused(answer: SendAnswer, status: number) {
  return json(answer, { status });
}
