import { beforeAll, describe, expect, it } from "vitest";
import type { AnyService } from "~server/door/services";
import { openTestApi } from "~server/testing/open-test-api";
import {
  addPasskey,
  askForKey,
  askForNewPasskey,
  askForOwnKey,
  askForPasskey,
  changePassword,
  endSession,
  enterCode,
  enterFirstCode,
  enterPasskey,
  makeRecoveryCodes,
  readOwnSignIn,
  removeFactor,
  removePasskey,
  setFactor,
} from "./service";
import { openedForAll } from "~server/testing/opened";

// What the services are asked with differs.
// oxlint-disable-next-line typescript/no-explicit-any
type One = AnyService<any, unknown>;

const CODE = { code: "000000" };
const PROOF = { password: "x", presentCode: "000000" };
const SIGNED = {
  id: "AAAA",
  client_data: "AAAA",
  authenticator_data: "AAAA",
  signature: "AAAA",
};
const MADE = {
  id: "AAAA",
  client_data: "AAAA",
  attestation: "AAAA",
  transports: [],
};

/** Well made, and good for nothing. */
const ASKED: [service: One, input: object, odd: object[]][] = [
  [enterCode, { challenge: "x", ...CODE }, [{ code: "x".repeat(101) }]],
  [askForKey, { challenge: "x" }, [{ setUp: "" }]],
  [enterFirstCode, { challenge: "x", setUp: "x", ...CODE }, [{ setUp: "" }]],
  [askForPasskey, { challenge: "x" }, [{ challenge: "x".repeat(2_001) }]],
  [
    enterPasskey,
    { challenge: "x", attempt: "x", passkey: SIGNED },
    [{ attempt: "" }, { passkey: { ...SIGNED, id: "+" } }],
  ],
  [askForOwnKey, {}, [{ setUp: "" }]],
  [setFactor, { setUp: "x", ...CODE, password: "x" }, [{ code: "0\0" }]],
  [removeFactor, { password: "x" }, [{ password: "x".repeat(1_001) }]],
  [makeRecoveryCodes, CODE, [{ code: "" }]],
  [readOwnSignIn, {}, []],
  [
    changePassword,
    { current: "x", wanted: "long enough" },
    [{ current: "" }, { wanted: "short" }],
  ],
  [endSession, { session: "x" }, [{ session: "x".repeat(101) }]],
  [askForNewPasskey, {}, []],
  [
    addPasskey,
    { attempt: "x", passkey: MADE, name: "x", ...PROOF },
    [{ name: " " }, { name: "x".repeat(61) }, { passkey: SIGNED }],
  ],
  [removePasskey, { passkey: "x", ...PROOF }, [{ presentCode: undefined }]],
];

describe("how users sign in", () => {
  const api = openedForAll(() => openTestApi("sqlite"));
  let token: string;
  beforeAll(async () => {
    ({ token } = await api.signIn({ accessLevel: "company" }));
  });

  it.each(ASKED)("is nothing for nobody: $name", async (service, input) => {
    const { status, answer } = await api.ask("none", service, input);
    expect([status, answer]).toEqual([401, null]);
  });

  it.each(ASKED.filter(([, , odd]) => odd.length > 0))(
    "is not asked for with what is ill made: $name",
    async (service, input, odd) => {
      for (const part of odd) {
        const { status } = await api.ask(token, service, { ...input, ...part });
        expect([part, status]).toEqual([part, 400]);
      }
    },
  );
});
