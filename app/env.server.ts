import {
  parseSettings,
  settingsRefusal,
  type Settings,
} from "~/contract/settings";

function readSettings(): Settings {
  const result = parseSettings(process.env);
  if (result.settings) return result.settings;
  process.stderr.write(settingsRefusal(result.problems));
  process.exit(1);
}

/** The settings of this process, read once; a bad variable ends the process with its name. */
export const settings: Settings = readSettings();

export const isDevelopment = process.env.NODE_ENV === "development";

/** Browsers treat cookies and transport as secure only when the portal is reached by https. */
export const isPublicHttps = settings.PUBLIC_URL.startsWith("https:");
