import autocannon from "autocannon";
import type { ServedPortal } from "../served/served-portal";
import { cpuClock } from "./interleave";
import { addressOf, type MeasuredPage } from "./pages";

export interface PageRate {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU milliseconds of the portal, for each page. */
  cpuMs: number;
  /** CPU milliseconds of the load generator, which runs on the same machine, for each page. */
  loadCpuMs: number;
  failed: number;
}

export interface Load {
  connections: number;
  seconds: number;
  /** Pages a second that are asked for; as many as are answered where it is not said. */
  rate?: number;
}

/** Asks a portal for one page, over and over. */
export async function ratePage(
  portal: ServedPortal,
  page: MeasuredPage,
  { connections, seconds, rate }: Load,
): Promise<PageRate> {
  const { path, cookie } = await addressOf(portal.origin, page);
  const shoot = (duration: number) =>
    autocannon({
      url: portal.origin + path,
      connections,
      duration,
      ...(rate && { overallRate: rate }),
      headers: { "accept-encoding": "br", ...(cookie && { cookie }) },
    });
  await shoot(Math.min(3, seconds));
  const before = await portal.cpuMs();
  const ownBefore = cpuClock();
  const { requests, latency, non2xx, errors } = await shoot(seconds);
  const cpuMs = await portal.cpuMs();
  return {
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    cpuMs: (cpuMs - before) / requests.total,
    loadCpuMs: (cpuClock() - ownBefore) / requests.total,
    failed: non2xx + errors,
  };
}
