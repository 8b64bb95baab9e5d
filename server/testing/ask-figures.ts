import { expect } from "vitest";
import type { TestApi, TestUser } from "./open-test-api";

export const ONE_DAY = 24 * 60 * 60 * 1000;

const COMPANY: TestUser = { accessLevel: "company" };

/** Calls `/api/{call}/{level}/{id}/…`; the path begins with the level. */
export type Ask = (
  api: TestApi,
  path: string,
  user?: TestUser,
) => Promise<Response>;

export function askFor(call: string): Ask {
  return async (api, path, user = COMPANY) => {
    const { token } = await api.signIn(user);
    return api.get(`/api/${call}/${path}`, token);
  };
}

export function readWith<Answer extends { data: unknown }>(
  ask: Ask,
  answer: { parse: (body: unknown) => Answer },
) {
  return async (
    api: TestApi,
    path: string,
    user?: TestUser,
  ): Promise<Answer["data"]> => {
    const response = await ask(api, path, user);
    expect(response.status).toBe(200);
    return answer.parse(await response.json()).data;
  };
}
