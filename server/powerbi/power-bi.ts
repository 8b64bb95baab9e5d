import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Settings } from "~/contract/settings";
import type { Viewer } from "~/domain/access/viewer";
import type { Clock } from "~server/clock/clock";
import {
  createCheckedCall,
  type CheckedCall,
  type CheckedRequest,
} from "./checked-call";
import {
  createEntraTokens,
  type EntraTokens,
  type ServicePrincipal,
} from "./entra-token";
import { PowerBiFailure } from "./power-bi-failure";
import { rankOf } from "~/domain/access/ranks";

interface EmbeddableReport {
  workspaceId: string;
  reportId: string;
  /** Row-level security role; null if none is set up. */
  role: string | null;
}

interface Embed {
  reportName: string;
  reportId: string;
  embedUrl: string;
  accessToken: string;
  /** When the access token expires, ISO 8601. */
  expiration: string;
}

export type EmbedResult =
  | { verdict: "allow"; embed: Embed }
  | Exclude<IdentityVerdict, { verdict: "allow" }>;

export interface PowerBi {
  /** Limited to what the viewer may see; the caller checks the right to the report. Throws a {@link PowerBiFailure}. */
  embed(report: EmbeddableReport, viewer: Viewer): Promise<EmbedResult>;
}

const API = "https://api.powerbi.com/v1.0/myorg";
/** Slightly longer than an idle session lives; the page renews it before. */
const TOKEN_LIFETIME_MINUTES = 20;

const id = z.string().min(1).max(200);

const reportShape = z.object({
  id,
  name: z.string(),
  embedUrl: z.string().url().startsWith("https://"),
  /** Paginated reports have none. */
  datasetId: id,
  /** Workspace of the model, if not the report's. */
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

const UNAUTHORIZED = 401;

/** The REST calls for embedding. All throw a {@link PowerBiFailure}. */
function createPowerBiRest(call: CheckedCall, tokens: EntraTokens) {
  /** Retries once with a new token after a 401: tokens can be revoked early. */
  async function authorized<Shape extends z.ZodTypeAny>(
    request: Omit<CheckedRequest, "headers">,
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
    report: (workspaceId: string, reportId: string) =>
      authorized(
        { method: "GET", url: inWorkspace(workspaceId, "reports", reportId) },
        reportShape,
      ),
    dataset: (workspaceId: string, datasetId: string) =>
      authorized(
        { method: "GET", url: inWorkspace(workspaceId, "datasets", datasetId) },
        datasetShape,
      ),
    embedToken: (
      reportId: string,
      datasetId: string,
      identity: EffectiveIdentity | null,
    ) =>
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

interface Facts {
  report: z.output<typeof reportShape>;
  dataset: z.output<typeof datasetShape>;
}

/** Reports rarely move; a change of a model's security takes effect after this long. */
const FACTS_KEPT_MS = 5 * 60_000;
const MAX_FACTS = 500;
const BAD_REQUEST = 400;

export function createPowerBi(
  principal: ServicePrincipal,
  clock: Clock,
  withinMs?: number,
): PowerBi {
  const entra = createCheckedCall(clock, withinMs);
  const service = createCheckedCall(clock, withinMs);
  const tokens = createEntraTokens(principal, entra, clock);
  const rest = createPowerBiRest(service, tokens);
  const known = new LRUCache<string, Facts, EmbeddableReport>({
    max: MAX_FACTS,
    ttl: FACTS_KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context: report }) => readFacts(report),
  });

  async function readFacts({
    workspaceId,
    reportId,
  }: EmbeddableReport): Promise<Facts> {
    const report = await rest.report(workspaceId, reportId);
    const home = report.datasetWorkspaceId ?? workspaceId;
    return { report, dataset: await rest.dataset(home, report.datasetId) };
  }

  return {
    async embed(asked, viewer) {
      const { report, dataset } = await known.forceFetch(keyOf(asked), {
        context: asked,
      });
      const judged = identityFor(viewer, asked.role, {
        identityRequired: dataset.isEffectiveIdentityRequired,
        rolesRequired: dataset.isEffectiveIdentityRolesRequired,
      });
      if (judged.verdict !== "allow") return judged;
      const { token, expiration } = await rest
        .embedToken(report.id, dataset.id, judged.identity)
        .catch((error: unknown) => {
          // The model's security may have changed since it was cached.
          if (error instanceof PowerBiFailure && error.status === BAD_REQUEST) {
            known.delete(keyOf(asked));
          }
          throw error;
        });
      return {
        verdict: "allow",
        embed: {
          reportName: report.name,
          reportId: report.id,
          embedUrl: report.embedUrl,
          accessToken: token,
          expiration: expiration.toISOString(),
        },
      };
    },
  };
}

function keyOf({ workspaceId, reportId }: EmbeddableReport): string {
  return `${workspaceId}/${reportId}`;
}

/** Power BI by the POWERBI_* settings; null if they are not set. */
export function configuredPowerBi(
  settings: Settings,
  clock: Clock,
): PowerBi | null {
  const {
    POWERBI_TENANT_ID: tenantId,
    POWERBI_CLIENT_ID: clientId,
    POWERBI_CLIENT_SECRET: clientSecret,
  } = settings;
  if (!tenantId || !clientId || !clientSecret) return null;
  return createPowerBi({ tenantId, clientId, clientSecret }, clock);
}

interface EffectiveIdentity {
  username: string;
  roles?: string[];
}

type IdentityVerdict =
  | { verdict: "allow"; identity: EffectiveIdentity | null }
  | { verdict: "forbidden" | "not-set-up"; words: string };

/** Power BI's limit. */
const LONGEST_USERNAME = 256;

/** Level, colon, ids, and ';isnp' for ISNP-only viewers: 'facility:12 14;isnp'. The company is 'company:0'. */
function usernameOf(viewer: Viewer): string {
  const { accessLevel, accessLevelIds, isnpOnly } = viewer;
  const ids = [...new Set(accessLevelIds)].sort((a, b) => a - b);
  return `${accessLevel}:${ids.join(" ")}${isnpOnly ? ";isnp" : ""}`;
}

/**
 * Null for a model that needs none: it shows every place, so limited viewers are refused. Everybody is refused if only
 * one of the list and the model has a role.
 */
function identityFor(
  viewer: Viewer,
  role: string | null,
  {
    identityRequired,
    rolesRequired,
  }: { identityRequired: boolean; rolesRequired: boolean },
): IdentityVerdict {
  if (!identityRequired) return withoutIdentity(viewer, role);
  if (rolesRequired && role === null) {
    return {
      verdict: "not-set-up",
      words:
        "This report needs a security role. None is set up for it. Please tell an administrator.",
    };
  }
  // A rule that compares with an empty list may match rows without a place.
  if (viewer.accessLevelIds.length === 0) {
    return {
      verdict: "forbidden",
      words:
        "This report shows only your own locations. Your account has none.",
    };
  }
  const username = usernameOf(viewer);
  if (username.length > LONGEST_USERNAME) {
    return {
      verdict: "forbidden",
      words:
        "This report shows only your own locations. Your account has too many for it.",
    };
  }
  return {
    verdict: "allow",
    identity: role === null ? { username } : { username, roles: [role] },
  };
}

function withoutIdentity(viewer: Viewer, role: string | null): IdentityVerdict {
  if (role !== null) {
    return {
      verdict: "not-set-up",
      words:
        "This report should show each user only their own locations, but its model has no such rules. Please tell an administrator.",
    };
  }
  const seesAll =
    rankOf(viewer.accessLevel) >= rankOf("company") && !viewer.isnpOnly;
  return seesAll
    ? { verdict: "allow", identity: null }
    : {
        verdict: "forbidden",
        words:
          "This report shows all locations and residents. Your account cannot see all of them.",
      };
}
