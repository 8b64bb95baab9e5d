import { Secret, TOTP } from "otpauth";
import qrcode from "qrcode-generator";
import { inGroups } from "./rules/typed-code";
import { settings } from "~/env.server";

/** Modules of white around a code, which scanners look for. */
const QUIET = 4;

/** Drawn on the server, so that the browser needs no script for it. */
export function drawKey(
  { setUp, key }: { setUp: string; key: string },
  username: string,
) {
  const address = new TOTP({
    // A colon would end the name in some apps.
    issuer: settings.SITE_NAME.replaceAll(":", " "),
    label: username,
    secret: Secret.fromBase32(key),
  }).toString();
  // Type 0 is as large as it has to be.
  const code = qrcode(0, "M");
  code.addData(address);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) =>
    runsOf(modules, (column) => code.isDark(row, column))
      .map(
        ([from, length]) =>
          `M${from + QUIET} ${row + QUIET}h${length}v1h-${length}z`,
      )
      .join(""),
  );
  return {
    setUp,
    key: inGroups(key),
    /** Side of the drawing, in modules. */
    size: modules + 2 * QUIET,
    path: rows.join(""),
  };
}

/** Joins neighbouring dark modules into strokes. */
function runsOf(
  length: number,
  isDark: (at: number) => boolean,
): [from: number, length: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < length; at++) {
    if (!isDark(at)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += 1;
    else runs.push([at, 1]);
  }
  return runs;
}
