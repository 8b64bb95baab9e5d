import { expect, it } from "vitest";
import { isFromOwnPage } from "./own-page.server";

// Without settings the portal is at http://127.0.0.1:3000.
const OWN = "http://127.0.0.1:3000";

function isOwn(headers: Record<string, string>): boolean {
  return isFromOwnPage((name) => headers[name]);
}

it.each<[string, boolean, Record<string, string>]>([
  ["its own Origin", true, { origin: OWN }],
  [
    "the Origin of the Host that was asked",
    true,
    { origin: "http://localhost:3000", host: "localhost:3000" },
  ],
  [
    "no Origin and Sec-Fetch-Site same-origin",
    true,
    { "sec-fetch-site": "same-origin" },
  ],
  ["a Referer of its own alone", true, { referer: `${OWN}/login?x=1` }],
  ["nothing", false, {}],
  ["Origin null", false, { origin: "null", "sec-fetch-site": "same-origin" }],
  ["a garbage Origin", false, { origin: "127.0.0.1:3000" }],
  ["an empty Origin", false, { origin: "", referer: `${OWN}/` }],
  ["another port", false, { origin: "http://127.0.0.1:3001" }],
  ["its own name as a prefix", false, { origin: `${OWN}.evil.example` }],
  [
    "its own name as a user",
    false,
    { origin: "http://127.0.0.1:3000@evil.example" },
  ],
  [
    "a scheme that is no web page's",
    false,
    { origin: "ftp://h:1", host: "h:1" },
  ],
  ["a neighbour", false, { "sec-fetch-site": "same-site", referer: `${OWN}/` }],
  ["a typed address", false, { "sec-fetch-site": "none" }],
  [
    "its own Origin from across",
    false,
    { origin: OWN, "sec-fetch-site": "cross-site" },
  ],
])("judges %s: %s", (_, expected, headers) => {
  expect(isOwn(headers)).toBe(expected);
});
