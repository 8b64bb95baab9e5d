import { z } from "zod";
import type { CheckedCall } from "./checked-call";
import type { EntraTokens } from "./entra-token";
import type { HttpsRequest } from "./https-call";
import type { EffectiveIdentity } from "./effective-identity";
import { PowerBiFailure } from "./power-bi-failure";

const API = "https://api.powerbi.com/v1.0/myorg";
/** Little more than a session lasts without a sign of life; the page asks for another before. */
const TOKEN_LIFETIME_MINUTES = 20;

const id = z.string().min(1).max(200);

const reportShape = z.object({
  id,
  name: z.string(),
  embedUrl: z.string().url().startsWith("https://"),
  /** Paginated reports have none. */
  datasetId: id,
  /** Where the model is kept when it is not the report's workspace. */
  datasetWorkspaceId: id.nullish(),
});

const datasetShape = z.object({
  id,
  isEffectiveIdentityRequired: z.boolean(),
  isEffectiveIdentityRolesRequired: z.boolean(),
});

const tokenShape = z.object({
  token: z.string().min(1).max(100_000),
  expiration: z.string().datetime({ offset: true }).pipe(z.coerce.date()),
});

export type PowerBiReport = z.output<typeof reportShape>;
export type PowerBiDataset = z.output<typeof datasetShape>;

export interface TokenQuestion {
  reportId: string;
  datasetId: string;
  identity: EffectiveIdentity | null;
}

/** The calls of the Power BI REST API that embedding needs. All throw a {@link PowerBiFailure}. */
export interface PowerBiRest {
  report(workspaceId: string, reportId: string): Promise<PowerBiReport>;
  dataset(workspaceId: string, datasetId: string): Promise<PowerBiDataset>;
  embedToken(
    question: TokenQuestion,
  ): Promise<{ token: string; expiration: Date }>;
}

const UNAUTHORIZED = 401;

export function createPowerBiRest(
  call: CheckedCall,
  tokens: EntraTokens,
): PowerBiRest {
  /** A token may have been withdrawn before its end, so a 401 is answered by a new one, once. */
  async function authorized<Shape extends z.ZodTypeAny>(
    request: Omit<HttpsRequest, "headers">,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    const send = (token: string) =>
      call(
        {
          ...request,
          headers: {
            authorization: `Bearer ${token}`,
            ...(request.body ? { "content-type": "application/json" } : {}),
          },
        },
        shape,
      );
    const token = await tokens.get();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof PowerBiFailure)) throw error;
      if (error.status !== UNAUTHORIZED) throw error;
      tokens.forget(token);
      return send(await tokens.get());
    }
  }

  const inWorkspace = (workspaceId: string, kind: string, itemId: string) =>
    `${API}/groups/${encodeURIComponent(workspaceId)}/${kind}/${encodeURIComponent(itemId)}`;

  return {
    report: (workspaceId, reportId) =>
      authorized(
        { method: "GET", url: inWorkspace(workspaceId, "reports", reportId) },
        reportShape,
      ),
    dataset: (workspaceId, datasetId) =>
      authorized(
        { method: "GET", url: inWorkspace(workspaceId, "datasets", datasetId) },
        datasetShape,
      ),
    embedToken: ({ reportId, datasetId, identity }) =>
      authorized(
        {
          method: "POST",
          url: `${API}/GenerateToken`,
          body: JSON.stringify({
            reports: [{ id: reportId, allowEdit: false }],
            datasets: [{ id: datasetId }],
            lifetimeInMinutes: TOKEN_LIFETIME_MINUTES,
            ...(identity && {
              identities: [{ ...identity, datasets: [datasetId] }],
            }),
          }),
        },
        tokenShape,
      ),
  };
}
