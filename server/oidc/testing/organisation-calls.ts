import type { GroupsOfClaim } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import {
  beginAtProvider,
  finishAtProvider,
  linkByCode,
  makeCodeForAccount,
  readOrganisationAccount,
  unlinkOrganisationAccount,
  type OrganisationSession,
} from "~server/organisation-sign-in/service";
import type { Asked, Asking } from "~server/testing/open-test-api";
import type { TestProvider } from "./test-provider";

type Ask = Pick<Asking, "ask">;
type Finished = OrganisationSession & { claim: string; groups?: GroupsOfClaim };
type Wish = { again?: boolean; joins?: boolean };

const NOBODY = "none";
const HERE = "192.0.2.1";

/** Questions of a sign-in with an organisation account, as the portal asks them. */
export function organisationCalls(api: Ask, provider: TestProvider) {
  const asked = (wish: Wish = {}) =>
    api.ask(NOBODY, beginAtProvider, wish, HERE);
  const begin = async (wish?: Wish) => given(await asked(wish));

  /** Goes the way to the provider and back; nothing of the answer has been used. */
  const walked = async (wish: Wish = {}) => {
    const { address, ticket } = await begin(wish);
    const back = await provider.walk(address);
    return { ticket, query: back.search.slice(1), address: new URL(address) };
  };

  const finish = (way: { ticket: string; query: string }, ask: Ask = api) => {
    const { ticket, query } = way;
    return ask.ask(NOBODY, finishAtProvider, { ticket, query }, HERE);
  };

  /** The whole way of somebody without a user, who has no code. */
  const join = async () => finish(await walked({ joins: true }));

  /** The whole way: a session, or what somebody has who has no user yet. */
  const signIn = async () => given(await finish(await walked())) as Finished;

  const link = (claim: string, code: string, from = HERE, ask: Ask = api) =>
    ask.ask(NOBODY, linkByCode, { claim, code }, from);

  const account = (token: string, id: number) => ({
    read: () => api.ask(token, readOrganisationAccount, { id }),
    makeCode: () => api.ask(token, makeCodeForAccount, { id }),
    unlink: () => api.ask(token, unlinkOrganisationAccount, { id }),
  });

  return {
    asked,
    begin,
    walked,
    finish,
    join,
    signIn,
    link,
    account,
    codeFor: async (token: string, id: number) =>
      given(await account(token, id).makeCode()).code,
  };
}

/** What was answered; throws where it was refused. */
export function given<Answer>({ status, answer }: Asked<Answer>): Answer {
  if (answer === null) throw new Error(`refused: ${status}`);
  return answer;
}
