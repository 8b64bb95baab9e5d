import { ACCESS_TOKEN_HEADER } from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import {
  postLinkCode,
  postOrganisationBegin,
  postOrganisationFinish,
  postOrganisationLink,
  type OrganisationSession,
} from "~/contract/organisation-account";
import type { TestApi } from "~server/testing/open-test-api";
import type { TestProvider } from "./test-provider";

/** Only what is asked of the API. */
type Ask = Pick<TestApi, "fetch">;

type Finished = OrganisationSession & { claim: string; groups?: string };
type Wish = { again?: boolean; joins?: boolean };

/** Calls of a sign-in with an organisation account, as the portal makes them. */
export function organisationCalls(api: Ask, provider: TestProvider) {
  const post = (
    target: Pick<AnyEndpoint, "path" | "method">,
    body: object,
    from = "192.0.2.1",
    ask: Ask = api,
  ) =>
    ask.fetch(target.path, {
      method: target.method,
      headers: { "content-type": "application/json", "x-forwarded-for": from },
      body: JSON.stringify(body),
    });

  const begin = async (body: Wish = {}) => {
    const response = await post(postOrganisationBegin, body);
    if (!response.ok) throw new Error(`not begun: ${response.status}`);
    const { data } = (await response.json()) as {
      data: { address: string; ticket: string };
    };
    return data;
  };

  /** Goes the way to the provider and back; nothing of the answer has been used. */
  const walked = async (wish: Wish = {}) => {
    const { address, ticket } = await begin(wish);
    const back = await provider.walk(address);
    return { ticket, query: back.search.slice(1), address: new URL(address) };
  };

  const finish = (
    { ticket, query }: { ticket: string; query: string },
    ask: Ask = api,
  ) => post(postOrganisationFinish, { ticket, query }, undefined, ask);

  /** The whole way of somebody without a user, who has no code. */
  const join = async () => finish(await walked({ joins: true }));

  /** The whole way. */
  const signIn = async () => {
    const response = await finish(await walked());
    if (!response.ok) throw new Error(`not finished: ${response.status}`);
    return (await response.json()) as Finished;
  };

  const link = (claim: string, code: string, from?: string, ask: Ask = api) =>
    post(postOrganisationLink, { claim, code }, from, ask);

  const asManager = (
    token: string,
    method: "GET" | "POST" | "DELETE",
    id: number,
  ) =>
    api.fetch(postLinkCode.path.replace(":id", String(id)), {
      method,
      headers: { [ACCESS_TOKEN_HEADER]: token },
    });

  const codeFor = async (token: string, id: number) => {
    const response = await asManager(token, "POST", id);
    if (!response.ok) throw new Error(`no code: ${response.status}`);
    const { data } = (await response.json()) as {
      data: { code: string; until: string };
    };
    return data.code;
  };

  return {
    post,
    begin,
    walked,
    finish,
    join,
    signIn,
    link,
    asManager,
    codeFor,
  };
}
