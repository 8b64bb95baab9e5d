import { z } from "zod";
import { isReachableByOthers } from "~/domain/hosts/own-hosts";
import {
  REVIEW_DAYS,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import { FEED_SETTINGS, feedSettingsProblems } from "./feed-settings";
import { OIDC_SETTINGS, oidcSettingsProblems } from "./oidc-settings";

const port = z.coerce
  .number({ invalid_type_error: "expected a port number" })
  .int("expected a port number")
  .min(1, "expected a port from 1 to 65535")
  .max(65535, "expected a port from 1 to 65535");

function urlWith(schemes: readonly string[], what: string, form = /^/) {
  return z.string().refine((text) => {
    try {
      return form.test(text) && schemes.includes(new URL(text).protocol);
    } catch {
      return false;
    }
  }, `expected ${what}`);
}

const httpUrl = urlWith(["http:", "https:"], "an http or https address");

const postgresUrl = urlWith(
  ["postgres:", "postgresql:"],
  "a postgres:// or postgresql:// address",
);

function listed(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** What Sentry's client accepts: it takes anything else for no address at all, and then reports nothing. */
const DSN =
  /^https?:\/\/\w+(:\w+)?@(\[[\w:.]+\]|[\w.-]+)(:\d+)?\/([\w./-]*\/)?\d+$/;

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

const POWERBI = [
  "POWERBI_TENANT_ID",
  "POWERBI_CLIENT_ID",
  "POWERBI_CLIENT_SECRET",
] as const;

const LABEL = "expected at most 60 characters";

const shape = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    API_PORT: port.default(3001),
    API_HOST: z.string().min(1).default("127.0.0.1"),
    API_URL: httpUrl.optional(),
    DATA_DIR: z.string().min(1).default("./data"),
    /** A folder with files of an older version, imported at the first start. */
    SHARED_DIR: z.string().min(1).optional(),
    DATABASE_URL: postgresUrl.optional(),
    /** Standbys of DATABASE_URL. */
    DATABASE_READ_URL: z
      .string()
      .default("")
      .transform(listed)
      .refine(
        (addresses) =>
          addresses.every((one) => postgresUrl.safeParse(one).success),
        "expected postgres:// or postgresql:// addresses, separated by commas",
      ),
    SESSION_DATABASE_URL: postgresUrl.optional(),
    SESSION_SECRET: z
      .string()
      .min(32, "expected at least 32 characters")
      .optional(),
    PUBLIC_URL: httpUrl.optional(),
    DEMO: z.enum(["0", "1"], { message: "expected 0 or 1" }).optional(),
    SITE_NAME: z.string().max(60, LABEL).default("Sojourn"),
    COMPANY_NAME: z.string().trim().max(60, LABEL).optional(),
    DATA_PROVIDER: z.string().max(60, LABEL).default("PCC"),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "silent"], {
        message: "expected fatal, error, warn, info, debug or silent",
      })
      .default("info"),
    SENTRY_DSN: urlWith(
      ["http:", "https:"],
      "an address like https://KEY@HOST/PROJECT",
      DSN,
    ).optional(),
    REPORT_HOSTS: z
      .string()
      .transform((text) => listed(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((host) => HOST_NAME.test(host)),
        "expected host names, separated by commas",
      )
      .optional(),
    PORTAL_ADDRESSES: z
      .string()
      .default("")
      .transform(listed)
      .refine(
        (addresses) =>
          addresses.every((one) => z.string().ip().safeParse(one).success),
        "expected IP addresses, separated by commas",
      ),
    AUDIT_RETENTION_DAYS: z.coerce
      .number({ invalid_type_error: "expected a number of days" })
      .int("expected a whole number of days")
      .min(30, "expected 30 days or more")
      .max(36_500, "expected 36500 days or less")
      .default(2_192),
    REPORT_RETENTION_DAYS: z.coerce
      .number({ invalid_type_error: "expected a number of days" })
      .int("expected a whole number of days")
      .min(1, "expected 1 day or more")
      .max(36_500, "expected 36500 days or less")
      .default(90),
    /** No longer used. */
    ACCOUNT_MANAGERS_READ: z.string().optional(),
    REVIEW_DAYS: z.coerce
      .number({ invalid_type_error: "expected a number of days" })
      .int("expected a whole number of days")
      .min(1, "expected 1 day or more")
      .max(REVIEW_WINDOW_DAYS, `expected ${REVIEW_WINDOW_DAYS} days or less`)
      .default(REVIEW_DAYS),
    CMS_CONNECTOR: z.string().min(1).optional(),
    POWERBI_TENANT_ID: z.string().min(1).optional(),
    POWERBI_CLIENT_ID: z.string().min(1).optional(),
    POWERBI_CLIENT_SECRET: z.string().min(1).optional(),
    ...FEED_SETTINGS,
    ...OIDC_SETTINGS,
  })
  .transform((env) => ({
    ...env,
    API_URL: env.API_URL?.replace(/\/+$/, ""),
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`).replace(
      /\/+$/,
      "",
    ),
    /** True when PUBLIC_URL was given rather than derived from PORT. */
    PUBLIC_URL_GIVEN: env.PUBLIC_URL !== undefined,
  }))
  .transform((env) => {
    const REACHABLE_BY_OTHERS = isReachableByOthers(env);
    const DEMO = env.DEMO ?? (REACHABLE_BY_OTHERS ? "0" : "1");
    return { ...env, DEMO, REACHABLE_BY_OTHERS };
  });

export type Settings = z.infer<typeof shape>;

export type SettingsResult =
  | { settings: Settings; problems?: undefined }
  | { settings?: undefined; problems: string[] };

/** An empty variable counts as not set. Finds all problems at once; none names the value, which may be a secret. */
export function parseSettings(
  env: Record<string, string | undefined>,
): SettingsResult {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== ""),
  );
  const parsed = shape.safeParse(given);
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join(".");
    if (!problems.has(name)) problems.set(name, message);
  }
  // A check of the whole shape would wait until each variable for itself is right.
  if (given.API_URL && !given.SESSION_SECRET) {
    problems.set("SESSION_SECRET", "is required when API_URL is set");
  }
  if (given.SESSION_DATABASE_URL && !given.SESSION_SECRET) {
    problems.set(
      "SESSION_SECRET",
      "is required when SESSION_DATABASE_URL is set",
    );
  }
  if (given.DATABASE_READ_URL && !given.DATABASE_URL) {
    problems.set("DATABASE_URL", "is required when DATABASE_READ_URL is set");
  }
  if (POWERBI.some((name) => given[name])) {
    for (const name of POWERBI) {
      if (given[name]) continue;
      problems.set(name, "is required with the other settings of Power BI");
    }
  }
  const ofParts = [
    ...feedSettingsProblems(given),
    ...oidcSettingsProblems(given),
  ];
  for (const [name, message] of ofParts) {
    if (!problems.has(name)) problems.set(name, message);
  }
  if (parsed.success && problems.size === 0) return { settings: parsed.data };
  return {
    problems: [...problems]
      .map(([name, message]) => `${name}: ${message}`)
      .sort(),
  };
}

/**
 * Says whether the demo is there (R260); null if there is nothing to say. `found`: the demo, nothing that anybody
 * could sign in to, or other data.
 */
export function demoNotice(
  { DEMO, REACHABLE_BY_OTHERS }: Pick<Settings, "DEMO" | "REACHABLE_BY_OTHERS">,
  found: "demo" | "nothing" | "data",
): string | null {
  if (DEMO === "1") {
    return found === "demo" && REACHABLE_BY_OTHERS
      ? "DEMO=1: everybody who reaches this portal can log in with the published password of the demo."
      : null;
  }
  if (found === "demo") {
    return "The demo is still stored, but nobody can log in with its password. An import removes it. DEMO=1 opens it.";
  }
  return found === "nothing" && REACHABLE_BY_OTHERS
    ? "Others can reach this portal, so it has no demo: its password is published. DEMO=1 makes one all the same."
    : null;
}

export function unusedSettings(settings: Partial<Settings>): string {
  return Object.entries(UNUSED)
    .filter(([name]) => settings[name as keyof typeof UNUSED] !== undefined)
    .map(([name, why]) => `${name} is no longer used: ${why}\n`)
    .join("");
}

const UNUSED = {
  SHARED_DIR:
    "sessions are in the database. Several portals before one API host need SESSION_DATABASE_URL. Remove SHARED_DIR when all servers have started once.",
  ACCOUNT_MANAGERS_READ:
    "lists of residents, reviews and Today are closed to account managers. Remove it.",
};

/** Ends with a line break. */
export function settingsRefusal(problems: readonly string[]): string {
  return [
    "Sojourn cannot start, because of these settings:",
    ...problems.map((problem) => `  ${problem}`),
    "",
  ].join("\n");
}
