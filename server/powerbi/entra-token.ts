import { z } from "zod";
import type { Clock } from "~server/clock/clock";
import type { CheckedCall } from "./checked-call";

export interface ServicePrincipal {
  tenantId: string;
  clientId: string;
  clientSecret: string;
}

const LOGIN = "https://login.microsoftonline.com";
const SCOPE = "https://analysis.windows.net/powerbi/api/.default";
/** Do not use a token in its last minutes, or in the second half of a shorter life. */
const UNUSED_AT_END_S = 300;

const answer = z.object({
  access_token: z.string().min(1).max(20_000),
  expires_in: z.coerce.number().positive().finite(),
});

export interface EntraTokens {
  /** The current token, requested once for concurrent calls. */
  get(): Promise<string>;
  /** Call it after Power BI rejected the token. */
  forget(token: string): void;
}

/** Gets tokens by the OAuth 2 client credentials grant and caches them until shortly before they expire. */
export function createEntraTokens(
  principal: ServicePrincipal,
  call: CheckedCall,
  clock: Clock,
): EntraTokens {
  let held: { token: string; until: number } | null = null;
  let underway: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const tenant = encodeURIComponent(principal.tenantId);
    const { access_token, expires_in } = await call(
      {
        url: `${LOGIN}/${tenant}/oauth2/v2.0/token`,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: principal.clientId,
          client_secret: principal.clientSecret,
          scope: SCOPE,
        }).toString(),
      },
      answer,
    );
    const usedS = Math.max(expires_in - UNUSED_AT_END_S, expires_in / 2);
    held = {
      token: access_token,
      until: clock().getTime() + usedS * 1_000,
    };
    return access_token;
  }

  return {
    async get() {
      if (held && clock().getTime() < held.until) return held.token;
      underway ??= ask().finally(() => {
        underway = null;
      });
      return underway;
    },
    forget(token) {
      if (held?.token === token) held = null;
    },
  };
}
