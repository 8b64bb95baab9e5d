import { expect, it } from "vitest";
import { parseSettings } from "~/contract/settings";
import { relyingPartyOf } from "./relying-party";

function partyOf(env: Record<string, string>) {
  const { settings } = parseSettings(env);
  if (!settings) throw new Error("bad settings");
  return relyingPartyOf(settings);
}

it.each([
  [
    "https://quality.example.org/",
    { id: "quality.example.org", origin: "https://quality.example.org" },
  ],
  [
    "https://quality.example.org:8443",
    { id: "quality.example.org", origin: "https://quality.example.org:8443" },
  ],
  [
    "http://localhost:3000",
    { id: "localhost", origin: "http://localhost:3000" },
  ],
  ["http://quality.example.org", null],
  ["https://192.0.2.1", null],
  ["https://[2001:db8::1]", null],
  ["http://127.0.0.1:3000", null],
])("passkeys of a portal at %s belong to %j", (PUBLIC_URL, party) => {
  expect(partyOf({ PUBLIC_URL })).toEqual(party);
});

it.each([
  ["3900", "http://localhost:3900"],
  ["80", "http://localhost"],
])(
  "without an address they belong to this machine alone, at port %s",
  (PORT, origin) => {
    expect(partyOf({ PORT })).toEqual({ id: "localhost", origin });
  },
);

it.each<Record<string, string>>([
  { HOST: "0.0.0.0" },
  { HOST: "192.0.2.1" },
  { API_HOST: "::" },
])(
  "without an address they belong nowhere where others reach the portal: %j",
  (env) => expect(partyOf(env)).toBeNull(),
);
