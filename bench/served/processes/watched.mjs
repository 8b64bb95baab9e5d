/**
 * Loaded before a portal by `--import`: tells who started it, when asked over the channel between them, what the process has used
 * and how long its event loop was held up since the last reset.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 5;

const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
loop.enable();

/** What is recorded is the time between two looks, so that nothing at all is one resolution. */
function delayMs(nanoseconds) {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
}

process.on("message", ({ id, reset }) => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({
    id,
    cpuMs: (user + system) / 1e3,
    rssBytes: rss,
    heapBytes: heapUsed,
    loopMs: {
      p50: delayMs(loop.percentile(50)),
      p99: delayMs(loop.percentile(99)),
      max: delayMs(loop.max),
    },
  });
  if (reset) loop.reset();
});
process.channel?.unref();
// Whoever measures may be stopped before it has stopped us.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
