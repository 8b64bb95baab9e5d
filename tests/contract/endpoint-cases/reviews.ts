import {
  endReviewCause,
  getReview,
  getReviewCauses,
  getReviews,
  postReview,
  postReviewCause,
} from "~/contract/reviews";
import type { EndpointCase } from "./endpoint-case";

/** Calls about reviews of transfers. */
export const REVIEW_CASES: EndpointCase[] = [
  {
    name: "work with reviews",
    target: getReviews,
    as: "facility",
    path: "/reviews?list=overdue&level=facility&id=101",
    bad: ["?list=all", "?level=facility", "?id=101", "?page=-1"].map(
      (query) => `/reviews${query}`,
    ),
    foreign: [
      ["facility", "/reviews?level=facility&id=102"],
      ["physician", "/reviews?level=physician&id=1003000102"],
      ["isnp", "/reviews?level=region&id=21"],
    ],
  },
  {
    name: "review of a transfer",
    target: getReview,
    as: "facility",
    path: "/reviews/50040",
    bad: ["/reviews/first", "/reviews/1.5"],
    foreign: [
      ["facility", "/reviews/50060"],
      ["physicians", "/reviews/50040"],
      ["isnp", "/reviews/50040"],
    ],
  },
  {
    name: "what is written to a review",
    target: postReview,
    as: "facilities",
    path: "/reviews/50060",
    body: { action: "save", version: 0, answers: { change: "Pale" } },
    badBody: { action: "delete", version: 0 },
    foreign: [
      ["facility", "/reviews/50060"],
      ["accounts", "/reviews/50060"],
      ["physician", "/reviews/50060"],
      ["isnp", "/reviews/50060"],
    ],
  },
  {
    name: "causes that reviews may name",
    target: getReviewCauses,
    as: "accounts",
    path: "/review-causes",
    foreign: [["admin", "/review-causes"]],
  },
  {
    name: "new cause",
    target: postReviewCause,
    as: "accounts",
    path: "/review-causes",
    body: { text: "No transport" },
    badBody: { text: 1 },
    foreign: [["admin", "/review-causes"]],
  },
  {
    name: "end of a cause",
    target: endReviewCause,
    as: "accounts",
    path: "/review-causes/end",
    body: { id: "added-1" },
    badBody: { id: 1 },
    foreign: [["admin", "/review-causes/end"]],
  },
];
