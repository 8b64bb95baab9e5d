import { expect } from "vitest";
import {
  ACCESS_TOKEN_HEADER,
  sessionTokens,
  type SessionTokens,
} from "~/contract/auth";
import type { AnyEndpoint } from "~/contract/endpoint";
import { errorBody } from "~/contract/wire";
import { PASSWORD } from "./census.data";
import type { HostUnderTest } from "./host";

/** Asks one host in the name of its accounts; each signs in once. */
export class HostClient {
  readonly #tokens = new Map<string, Promise<SessionTokens>>();

  constructor(readonly host: HostUnderTest) {}

  async #signIn(username: string): Promise<SessionTokens> {
    const response = await this.logIn({ username, password: PASSWORD });
    expect(response.status).toBe(200);
    return sessionTokens.parse(await response.json());
  }

  /** The session in which an account's calls are made; signing in costs a password check, so it is done once. */
  sessionOf(username: string): Promise<SessionTokens> {
    const held = this.#tokens.get(username);
    if (held) return held;
    const begun = this.#signIn(username);
    this.#tokens.set(username, begun);
    return begun;
  }

  logIn(fields: Record<string, string>): Promise<Response> {
    return this.host.ask("/auth/login/", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Makes a call with the token of an account. */
  async askAs(
    username: string,
    target: Pick<AnyEndpoint, "method">,
    path: string,
    body?: unknown,
  ): Promise<Response> {
    const { token } = await this.sessionOf(username);
    return this.askWith(token, target, path, body);
  }

  /** Makes a call with a token, or without one. */
  askWith(
    token: string | null,
    target: Pick<AnyEndpoint, "method">,
    path: string,
    body?: unknown,
  ): Promise<Response> {
    return this.host.ask(path, {
      method: target.method,
      headers: {
        ...(token === null ? {} : { [ACCESS_TOKEN_HEADER]: token }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** A refusal has that status, and a body with words for the user and a code for programs. */
export async function expectRefusal(
  response: Response,
  status: number,
): Promise<void> {
  expect(response.status).toBe(status);
  const { message, error, code } = errorBody.parse(await response.json());
  expect(message ?? error).toMatch(/\S/);
  expect(code).toMatch(/^[a-z_]+$/);
}

/** The body of an answer, read as the portal reads it: CSV as text, all else as JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  if (response.status === 204 || type.startsWith("text/csv")) return text;
  return JSON.parse(text);
}
