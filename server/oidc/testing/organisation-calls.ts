import type { GroupsOfClaim } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import {
  beginAtProvider,
  finishAtProvider,
  linkByCode,
  readOrganisationAccount,
  type OrganisationSession,
} from "~server/organisation-sign-in/service";
import {
  makeCodeForAccount,
  unlinkOrganisationAccount,
} from "~server/users/service";
import type { Asked, Asking } from "~server/testing/open-test-api";
import type { TestProvider } from "./test-provider";

type Ask = Pick<Asking, "ask">;
type Finished = OrganisationSession & { claim: string; groups?: GroupsOfClaim };
type Wish = { again?: boolean; joins?: boolean };

const NOBODY = "none";
const HERE = "192.0.2.1";

/** The portal's calls at a login with an organisation account. */
export function organisationCalls(api: Ask, provider: TestProvider) {
  const asked = (wish: Wish = {}) =>
    api.ask(NOBODY, beginAtProvider, wish, HERE);
  const begin = async (wish?: Wish) => given(await asked(wish));

  /** Goes to the provider and back; uses nothing of the answer. */
  const walked = async (wish: Wish = {}) => {
    const { address, ticket } = await begin(wish);
    const back = await provider.walk(address);
    return { ticket, query: back.search.slice(1), address: new URL(address) };
  };

  const finish = (way: { ticket: string; query: string }, ask: Ask = api) => {
    const { ticket, query } = way;
    return ask.ask(NOBODY, finishAtProvider, { ticket, query }, HERE);
  };

  /** Goes the whole way to the provider and back. */
  const come = async () => finish(await walked());

  /** Runs the whole way of an unknown person without a code. */
  const join = async () => finish(await walked({ joins: true }));

  /** Ends in a session, or in a claim for an unknown person. */
  const signIn = async () => given(await come()) as Finished;

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
    come,
    join,
    signIn,
    link,
    account,
    codeFor: async (token: string, id: number) =>
      given(await account(token, id).makeCode()).code,
  };
}

export function given<Answer>({ status, answer }: Asked<Answer>): Answer {
  if (answer === null) throw new Error(`refused: ${status}`);
  return answer;
}
