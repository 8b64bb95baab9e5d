import { existsSync, readFileSync } from "node:fs";

/** Linux alone tells what another process has used. */
export const CPU_TIME_IS_KNOWN = existsSync("/proc/self/stat");
const MS_PER_TICK = 10;
const BYTES_PER_MB = 1024;

/** What a process has computed so far on all cores, milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold anything; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** What a process holds in memory, MB. */
export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / BYTES_PER_MB;
}
