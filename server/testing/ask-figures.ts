import { expect, it } from "vitest";
import { ADA, BEN } from "~server/measures/testing/hand-made-census";
import type { TestApi, TestUser } from "./open-test-api";

export const ONE_DAY = 24 * 60 * 60 * 1000;

const COMPANY: TestUser = { accessLevel: "company" };

/** How tests ask one of the calls `/api/{call}/{level}/{id}/…` as somebody; the path begins with the level. */
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

/** The data of an answer that has some, read as the portal reads it. */
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

/** Every call of figures has the same viewers. `rest` is what its path has after the id: a range, or nothing. */
export function itShowsNobodyMoreThanTheirLevel(
  api: () => TestApi,
  ask: Ask,
  rest: string,
): void {
  const statusFor = async (path: string, user?: TestUser) =>
    (await ask(api(), path, user)).status;

  it("shows a facility's user that facility alone", async () => {
    const user: TestUser = { accessLevel: "facility", ids: [111] };
    expect(await statusFor(`facility/111/${rest}`, user)).toBe(200);
    for (const path of [
      `facility/112/${rest}`,
      `region/11/${rest}`,
      `company/0/${rest}`,
      `facility/111/${rest}?facility_id=112`,
    ]) {
      expect(await statusFor(path, user)).toBe(403);
    }
  });

  it("shows a physician themself alone", async () => {
    const user: TestUser = { accessLevel: "physician", ids: [ADA] };
    expect(await statusFor(`physician/${ADA}/${rest}`, user)).toBe(200);
    expect(await statusFor(`physician/${BEN}/${rest}`, user)).toBe(403);
  });

  it("knows no facility that is not there", async () => {
    expect(await statusFor(`facility/999/${rest}`)).toBe(404);
  });
}
