import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam } from "~/contract/wire";
import { failurePage, showRefusal } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { auditTimeText } from "~/features/audit/rules/words";
import { feedWords } from "../rules/feed-words";
import { isJson } from "../rules/hl7/er7";
import {
  ACTIONS_FOR,
  MESSAGE_REASONS,
  MESSAGE_STATUSES,
  MESSAGE_ACTIONS,
} from "../rules/message-states";
import { mapPath, messagePath } from "~/message-paths";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { facilityNamer } from "~/session/facility-names.server";
import {
  readFeedMessage,
  type FeedMessage,
  treatMessage as askToTreat,
} from "~server/messages/service";
import { requireUserByForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";

const words = feedWords.message;
const { facts: labels } = words;

export type MessageView = Awaited<ReturnType<typeof loadMessage>>;

export async function loadMessage({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = messageIdOf(params.id);
  const [outcome, facilityName] = await Promise.all([
    signedIn.ask(readFeedMessage, { id }),
    facilityNamer(signedIn),
  ]);
  if (outcome.kind === "empty") throw pageError(404);
  if (outcome.kind === "failure") throw failurePage(outcome);
  const message = outcome.answer;
  return {
    id: message.id,
    path: messagePath(message.id),
    facts: factsOf(message, facilityName),
    segments: message.raw === null ? null : shownSegments(message.raw),
    actions: ACTIONS_FOR[message.status],
    mapHref: mapPath(message),
    notices: await notSentNotice(signedIn),
  };
}

function messageIdOf(text: string | undefined): number {
  const id = idParam.safeParse(text);
  if (!id.success) throw pageError(404);
  return id.data;
}

function factsOf(
  message: DeepReadonly<FeedMessage & { came_from: string[] }>,
  facilityName: (id: number) => string,
) {
  const { day, time } = auditTimeText(message.received_at);
  const reason = message.reason && MESSAGE_REASONS[message.reason];
  const controlId = message.reused_id
    ? `${message.control_id ?? ""} (${words.reused})`
    : message.control_id;
  const place =
    message.facility_id === null ? null : facilityName(message.facility_id);
  const facts: [label: string, value: string | null | undefined][] = [
    [labels.status, MESSAGE_STATUSES[message.status]],
    [labels.reason, reason?.why],
    [labels.todo, reason?.todo],
    [labels.received, `${day} ${time}`],
    [labels.type, message.type],
    [labels.controlId, controlId],
    [labels.sender, message.sender],
    [labels.facility, message.facility],
    [labels.location, message.location],
    [labels.place, place],
    [labels.cameFrom, message.came_from.join(", ")],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

export async function treatMessage({ request, params }: ActionFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const id = messageIdOf(params.id);
  const wanted = form.get("task");
  const action = MESSAGE_ACTIONS.find((one) => one === wanted);
  if (!action) throw pageError(400);
  const outcome = await signedIn.ask(askToTreat, { id, action });
  if (outcome.kind !== "failure") {
    const notice = { tone: "success", text: words.done[action] } as const;
    return redirectWithNotice(signedIn, messagePath(id), notice, 303);
  }
  if (outcome.status === 404) throw pageError(404);
  return showRefusal(outcome);
}

const SEGMENTS: Readonly<Record<string, string>> = {
  MSH: "Header",
  EVN: "Event",
  PID: "Patient",
  PD1: "More of the patient",
  PV1: "Visit",
  PV2: "More of the visit",
  MRG: "Merged patient",
  IN1: "Insurance",
  NK1: "Next of kin",
  DG1: "Diagnosis",
  AL1: "Allergy",
  OBX: "Observation",
};

const SEGMENT_NAME = /^([A-Z][A-Z0-9]{2})(?=[^\w\s]|$)/;

function shownSegments(raw: string) {
  if (isJson(raw)) return [{ name: "", about: "", text: raw.trim() }];
  return raw
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .map((text) => {
      const name = SEGMENT_NAME.exec(text.trim())?.[1] ?? "";
      return { name, about: SEGMENTS[name] ?? "", text };
    });
}
