import { LRUCache } from "lru-cache";
import type { Viewer } from "~/domain/access/viewer";
import type { Clock } from "~server/clock/clock";
import { createCheckedCall } from "./checked-call";
import { identityFor } from "./effective-identity";
import type { IdentityVerdict } from "./effective-identity";
import { createEntraTokens } from "./entra-token";
import type { ServicePrincipal } from "./entra-token";
import { createHostRest } from "./host-rest";
import { createHttpsCall } from "./https-call";
import type { CallLimits } from "./https-call";
import { PowerBiFailure } from "./power-bi-failure";
import { createPowerBiRest } from "./rest-api";
import type { PowerBiDataset, PowerBiReport } from "./rest-api";

/** A report of the list that lives in Power BI. */
export interface EmbeddableReport {
  workspaceId: string;
  reportId: string;
  /** Role of row-level security; null where none is set up. */
  role: string | null;
}

/** What a browser needs to show a report. */
export interface Embed {
  reportName: string;
  reportId: string;
  embedUrl: string;
  accessToken: string;
  /** ISO 8601 instant at which the access token ends. */
  expiration: string;
}

export type EmbedResult =
  | { verdict: "allow"; embed: Embed }
  | Exclude<IdentityVerdict, { verdict: "allow" }>;

/** Power BI, asked in the name of the service principal. */
export interface PowerBi {
  /**
   * An embed token for what this viewer may see of a report; who may see the report at all is the caller's business.
   * Throws a {@link PowerBiFailure}.
   */
  embed(report: EmbeddableReport, viewer: Viewer): Promise<EmbedResult>;
}

interface Facts {
  report: PowerBiReport;
  dataset: PowerBiDataset;
}

/** Reports move seldom; whoever changes a model's security waits so long at most. */
const FACTS_KEPT_MS = 5 * 60_000;
const MAX_FACTS = 500;
const BAD_REQUEST = 400;

export function createPowerBi(
  principal: ServicePrincipal,
  clock: Clock,
  limits?: CallLimits,
): PowerBi {
  const https = createHttpsCall(limits);
  const entra = createCheckedCall(https, createHostRest(clock));
  const service = createCheckedCall(https, createHostRest(clock));
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
        .embedToken({
          reportId: report.id,
          datasetId: dataset.id,
          identity: judged.identity,
        })
        .catch((error: unknown) => {
          // Perhaps the model's security has changed since it was looked at.
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
