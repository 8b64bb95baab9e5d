import { requestOf } from "~server/testing/qies-orders";
import { PASSWORD } from "../../pages/support/census";
import type { DataServerProcess } from "./data-server-process";

/** Calls of one user, which may go to either server. */
export interface ApiCaller {
  token: string;
  get(server: DataServerProcess, path: string): Promise<Response>;
  post(
    server: DataServerProcess,
    path: string,
    body: object,
  ): Promise<Response>;
}

export function postSignIn(
  { url }: DataServerProcess,
  username: string,
  { password = PASSWORD, address = "192.0.2.1" } = {},
): Promise<Response> {
  return fetch(`${url}/auth/login/`, {
    method: "POST",
    headers: { "x-forwarded-for": address },
    body: new URLSearchParams({ username, password }),
  });
}

export async function signedIn(
  server: DataServerProcess,
  username: string,
): Promise<ApiCaller> {
  const answer = await postSignIn(server, username);
  if (!answer.ok) throw new Error(`${username} is refused: ${answer.status}`);
  return callerWith(String((await answer.json()).token));
}

export function callerWith(token: string): ApiCaller {
  const headers = { "x-access-token": token };
  return {
    token,
    get: ({ url }, path) => fetch(url + path, { headers }),
    post: ({ url }, path, body) =>
      fetch(url + path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

/** Asks for a CMS report about Elm House; returns the number of the request. */
export async function requestReport(
  caller: ApiCaller,
  server: DataServerProcess,
  { code, userId }: { code: string; userId: number },
): Promise<number> {
  const request = requestOf(code, { facilityId: 101, userId });
  const answer = await caller.post(server, "/api/QIES-reports/", request);
  if (!answer.ok) throw new Error(await answer.text());
  return Number((await answer.json()).data[0].id);
}
