import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  deleteEmergencyEntry,
  postEmergencyEntry,
} from "~/contract/emergency-entry";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  deleteOrganisationAccount,
  getOrganisationAccount,
  organisationSession,
  postLinkCode,
  postOrganisationBegin,
  postOrganisationFinish,
  postOrganisationLink,
} from "~/contract/organisation-account";
import { getUsers } from "~/contract/users";
import {
  CLIENT,
  openTestProvider,
  type TestProvider,
} from "~server/oidc/testing/test-provider";
import { openHost } from "./host";
import { bodyOf, expectRefusal, HostClient } from "./host-client";

const PORTAL = "http://127.0.0.1:3000";

describe("the data server's organisation accounts", () => {
  let provider: TestProvider;
  let client: HostClient;
  beforeAll(async () => {
    provider = await openTestProvider(PORTAL);
    client = new HostClient(
      await openHost(() => new Date(), {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.client_id,
        OIDC_CLIENT_SECRET: CLIENT.client_secret,
        OIDC_NAME: "Velmora Staff",
      }),
    );
  }, 60_000);
  afterAll(async () => {
    await client.host.close();
    await provider.close();
  });

  const ask = (target: AnyEndpoint, body: object) =>
    client.askWith(null, target, target.path, body);

  /** The answer to a way there and back. */
  async function finish() {
    const begun = await ask(postOrganisationBegin, {});
    const { data } = postOrganisationBegin.answer.parse(await bodyOf(begun));
    const query = (await provider.walk(data.address)).search.slice(1);
    const asked = { ticket: data.ticket, query };
    const finished = await ask(postOrganisationFinish, asked);
    return postOrganisationFinish.answer.parse(await bodyOf(finished));
  }

  async function regionUser(username = "accounts") {
    const response = await client.askAs(username, getUsers, getUsers.path);
    const { users } = getUsers.answer.parse(await bodyOf(response));
    const user = users.find((one) => one.username === "region");
    if (!user) throw new Error("no such user");
    return user;
  }

  const administer = async (target: AnyEndpoint, as = "accounts") => {
    const { id } = await regionUser();
    return client.askAs(as, target, target.path.replace(":id", String(id)));
  };

  it("are claimed, signed in with and unlinked by the contract", async () => {
    expect((await regionUser()).organisation_account).toBe(false);
    const unlinked = await finish();
    if (!("claim" in unlinked)) throw new Error("nobody is linked yet");
    const made = await administer(postLinkCode);
    const { data } = postLinkCode.answer.parse(await bodyOf(made));
    const told = await administer(getOrganisationAccount);
    expect(getOrganisationAccount.answer.parse(await bodyOf(told))).toEqual({
      data: { linked_at: null, code_until: data.until },
    });
    const wrong = { claim: unlinked.claim, code: "0123-4567-89ab-cdef" };
    await expectRefusal(await ask(postOrganisationLink, wrong), 403);
    const linked = await ask(postOrganisationLink, {
      claim: unlinked.claim,
      code: data.code,
    });
    const session = organisationSession.parse(await bodyOf(linked));
    expect(session.organisation.username).toBe("region");
    expect((await regionUser()).organisation_account).toBe(true);
    expect(await finish()).toHaveProperty("token");
    expect((await administer(deleteOrganisationAccount)).status).toBe(204);
    await expectRefusal(await administer(deleteOrganisationAccount), 404);
    expect(await finish()).toHaveProperty("claim");
  });

  it("have emergency accounts beside them, as the list of users says", async () => {
    expect((await regionUser()).emergency_entry).toBe(false);
    await expectRefusal(await administer(deleteEmergencyEntry), 404);
    expect((await administer(postEmergencyEntry)).status).toBe(204);
    expect((await regionUser()).emergency_entry).toBe(true);
    expect((await administer(deleteEmergencyEntry)).status).toBe(204);
    expect((await regionUser()).emergency_entry).toBe(false);
  });

  it("are for account managers to see and to change", async () => {
    for (const target of [
      getOrganisationAccount,
      postLinkCode,
      deleteOrganisationAccount,
      postEmergencyEntry,
      deleteEmergencyEntry,
    ]) {
      await expectRefusal(await administer(target, "company"), 403);
    }
  });

  it("refuse what has another shape", async () => {
    for (const [target, body] of [
      [postOrganisationFinish, { ticket: "", query: "" }],
      [postOrganisationFinish, { ticket: "x" }],
      [postOrganisationLink, { claim: "x" }],
      [postOrganisationLink, { claim: "x", code: "x".repeat(101) }],
    ] as const) {
      await expectRefusal(await ask(target, body), 400);
    }
  });
});
