import {
  endSender,
  getMessage,
  getMessages,
  getSenders,
  postMessage,
  postSender,
} from "~/contract/feed";
import { MESSAGES } from "../host";
import type { EndpointCase } from "./endpoint-case";

const SENDER = {
  sender: "PCC",
  facility: "OLD",
  role: "facility",
  facility_id: 101,
  codes: "PV1-36:HOSP=02",
  bound_to: "",
};

/** Calls about messages and who sends them. */
export const FEED_CASES: EndpointCase[] = [
  {
    name: "senders of messages",
    target: getSenders,
    as: "accounts",
    path: "/feed/senders",
    foreign: [
      ["admin", "/feed/senders"],
      ["company", "/feed/senders"],
    ],
  },
  {
    name: "new sender",
    target: postSender,
    as: "accounts",
    path: "/feed/senders",
    body: { ...SENDER, facility: "ELM" },
    badBody: { ...SENDER, role: "clinic" },
    foreign: [["admin", "/feed/senders"]],
  },
  {
    name: "end of a sender",
    target: endSender,
    as: "accounts",
    path: "/feed/senders/end",
    body: { sender: "PCC", facility: "OLD", version: 1 },
    badBody: { sender: "PCC", version: 1 },
    foreign: [["admin", "/feed/senders/end"]],
  },
  {
    name: "messages",
    target: getMessages,
    as: "accounts",
    path: "/feed/messages?reason=unknown_sender",
    bad: ["?status=lost", "?reason=none", "?before=-1"].map(
      (query) => `/feed/messages${query}`,
    ),
    foreign: [
      ["admin", "/feed/messages"],
      ["company", "/feed/messages"],
    ],
  },
  {
    name: "message as it came",
    target: getMessage,
    as: "accounts",
    path: `/feed/messages/${MESSAGES.waiting}`,
    bad: ["/feed/messages/first"],
    foreign: [
      ["admin", `/feed/messages/${MESSAGES.waiting}`],
      ["facility", `/feed/messages/${MESSAGES.waiting}`],
    ],
  },
  {
    name: "message that is dropped",
    target: postMessage,
    as: "accounts",
    path: `/feed/messages/${MESSAGES.unusable}`,
    body: { action: "drop" },
    badBody: { action: "delete" },
    foreign: [["admin", `/feed/messages/${MESSAGES.unusable}`]],
  },
];
