/** The part of autocannon that is used here; the package brings no types. */
declare module "autocannon" {
  interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; max: number };
    duration: number;
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: {
    url: string | string[];
    connections: number;
    duration: number;
    overallRate?: number;
    headers: Record<string, string>;
  }): Promise<Result>;
}
