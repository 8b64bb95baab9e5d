import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Client } from "./client";

function aptGet(...args: string[]): boolean {
  const { status } = spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

/**
 * Why the client cannot be had, or null when it can. For root on Debian its packages are installed first, as
 * `.ci/run` does with those of the gate.
 */
export function whyNotHere(client: Client): string | null {
  if (client.isHere()) return null;
  const isRootOnDebian =
    process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isRootOnDebian) {
    process.stderr.write(`${client.name}: installing its packages …\n`);
    aptGet("update", "-q");
    aptGet(
      "install",
      "-y",
      "-q",
      "--no-install-recommends",
      ...client.packages,
    );
    if (client.isHere()) return null;
  }
  return `not here: apt-get install ${client.packages.join(" ")}`;
}
