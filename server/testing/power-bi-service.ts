import { http, HttpResponse } from "msw";
import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";

export const PRINCIPAL = {
  tenantId: "test-tenant",
  clientId: "test-client",
  clientSecret: "canary-secret",
};
export const WORKSPACE = "4a1f0000-0000-4000-8000-000000000001";
export const REPORT = "4a1f0000-0000-4000-8000-000000000104";
const DATASET = "4a1f0000-0000-4000-8000-000000000900";
export const EMBED_EXPIRATION = "2026-06-15T12:20:00.000Z";
const ENTRA_TOKEN_LASTS_S = 3_600;

export const ENTRA_TOKEN_URL =
  "https://login.microsoftonline.com/test-tenant/oauth2/v2.0/token";
const API = "https://api.powerbi.com/v1.0/myorg";
export const REPORT_URL = `${API}/groups/:workspace/reports/:report`;
export const DATASET_URL = `${API}/groups/:workspace/datasets/${DATASET}`;
export const GENERATE_TOKEN_URL = `${API}/GenerateToken`;

export interface PowerBiService {
  calls: ("entra" | "report" | "dataset" | "embed")[];
  tokenQuestion: Record<string, unknown> | null;
  model: {
    isEffectiveIdentityRequired: boolean;
    isEffectiveIdentityRolesRequired: boolean;
  };
  /** Takes precedence over the usual handlers. */
  use(...handlers: HttpHandler[]): void;
  reset(): void;
  close(): void;
}

/**
 * Answers the public REST calls of Entra and Power BI by msw; other hosts pass. The nth access token is `entra-n`; only
 * the newest works.
 */
export function startPowerBiService(): PowerBiService {
  let tokens = 0;
  const service: PowerBiService = {
    calls: [],
    tokenQuestion: null,
    model: cutModel(),
    use: (...handlers) => server.use(...handlers),
    reset() {
      tokens = 0;
      service.calls = [];
      service.tokenQuestion = null;
      service.model = cutModel();
      server.resetHandlers();
    },
    close: () => server.close(),
  };
  const isAuthorized = (request: Request) =>
    request.headers.get("authorization") === `Bearer entra-${tokens}`;
  const unauthorized = () =>
    HttpResponse.json({ error: { code: "TokenExpired" } }, { status: 401 });

  const server = setupServer(
    http.post(ENTRA_TOKEN_URL, async ({ request }) => {
      service.calls.push("entra");
      const form = new URLSearchParams(await request.text());
      const isRight =
        form.get("grant_type") === "client_credentials" &&
        form.get("client_id") === PRINCIPAL.clientId &&
        form.get("client_secret") === PRINCIPAL.clientSecret &&
        form.get("scope") ===
          "https://analysis.windows.net/powerbi/api/.default";
      if (!isRight) {
        return HttpResponse.json({ error: "invalid_client" }, { status: 401 });
      }
      tokens += 1;
      return HttpResponse.json({
        token_type: "Bearer",
        expires_in: ENTRA_TOKEN_LASTS_S,
        access_token: `entra-${tokens}`,
      });
    }),
    http.get(REPORT_URL, ({ request, params }) => {
      service.calls.push("report");
      if (!isAuthorized(request)) return unauthorized();
      return HttpResponse.json({
        id: params.report,
        name: "Infection Control",
        embedUrl: `https://app.powerbi.com/reportEmbed?reportId=${String(params.report)}`,
        datasetId: DATASET,
      });
    }),
    http.get(DATASET_URL, ({ request }) => {
      service.calls.push("dataset");
      if (!isAuthorized(request)) return unauthorized();
      return HttpResponse.json({ id: DATASET, ...service.model });
    }),
    http.post(GENERATE_TOKEN_URL, async ({ request }) => {
      service.calls.push("embed");
      if (!isAuthorized(request)) return unauthorized();
      service.tokenQuestion = (await request.json()) as Record<string, unknown>;
      return HttpResponse.json({
        token: "embed-token",
        tokenId: "1",
        expiration: EMBED_EXPIRATION,
      });
    }),
  );
  server.listen({ onUnhandledRequest: "bypass" });
  return service;
}

function cutModel() {
  return {
    isEffectiveIdentityRequired: true,
    isEffectiveIdentityRolesRequired: true,
  };
}
