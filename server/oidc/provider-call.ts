import type { CustomFetch } from "openid-client";
import { callForText, NoAnswer } from "~/runtime/http-call.server";
import { ProviderFailure } from "./provider-failure";

/** Discovery, token and keys are three calls, and a user is waiting. */
const WITHIN_MS = 4_000;
const LIMITS = {
  wholeMs: WITHIN_MS,
  connectMs: WITHIN_MS,
  maxBytes: 512 * 1024,
};

/** Throws a {@link ProviderFailure}. */
export const callProvider: CustomFetch = async (
  url,
  { method, headers, body },
) => {
  const request = { method, headers, body: bodyOf(body) };
  const answer = await callForText(url, request, LIMITS).catch(
    (error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      throw new ProviderFailure("away", error.code);
    },
  );
  const { status, text } = answer;
  if (status >= 500 || status === 429) {
    throw new ProviderFailure("away", `status-${status}`);
  }
  const type = answer.headers["content-type"];
  return new Response(text, {
    status,
    headers: type === undefined ? {} : { "content-type": type },
  });
};

function bodyOf(body: Parameters<CustomFetch>[1]["body"]): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string" || body instanceof URLSearchParams) {
    return String(body);
  }
  throw new Error("provider calls send only text");
}
