import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { startProgram } from "../program";
import { startInTurn, type Started } from "./started";

export const BUS_LAUNCHER = "/usr/libexec/at-spi-bus-launcher";

const ADDRESS = /^(unix:\S+)/m;

/** It starts no service by itself: portals would mount a folder in the home, which could not be removed then. */
const CONFIGURATION = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

type Environment = Record<string, string>;

function hasName(name: string, env: Environment): boolean {
  const { stdout } = spawnSync(
    "dbus-send",
    [
      "--session",
      "--print-reply",
      "--dest=org.freedesktop.DBus",
      "/",
      "org.freedesktop.DBus.NameHasOwner",
      `string:${name}`,
    ],
    { encoding: "utf8", env: { ...process.env, ...env } },
  );
  return stdout.includes("boolean true");
}

/** The buses over which programs speak with a screen reader, for one desktop alone; gives what leads others to them. */
export function startBuses(
  env: Environment,
): Promise<Started & { env: Environment }> {
  const file = path.join(env.XDG_RUNTIME_DIR ?? "", "bus.conf");
  writeFileSync(file, CONFIGURATION);
  return startInTurn(async (add) => {
    const { said } = await add(
      startProgram(
        "dbus-daemon",
        [`--config-file=${file}`, "--nofork", "--nopidfile", "--print-address"],
        { ready: ADDRESS, env },
      ),
    );
    const led = {
      ...env,
      DBUS_SESSION_BUS_ADDRESS: ADDRESS.exec(said)?.[1] ?? "",
    };
    await add(
      startProgram(
        BUS_LAUNCHER,
        ["--launch-immediately", "--a11y=1", "--screen-reader=1"],
        { ready: async () => hasName("org.a11y.Bus", led), env: led },
      ),
    );
    return { env: led };
  });
}
