/** Loaded before a portal by `--import`: tells who started it, when asked over the channel between them, what the process has used. */
process.on("message", ({ id }) => {
  const { user, system } = process.cpuUsage();
  process.send({ id, cpuMs: (user + system) / 1e3 });
});
process.channel?.unref();
// Whoever measures may be stopped before it has stopped us.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
