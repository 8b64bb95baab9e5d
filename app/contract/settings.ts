import { z } from "zod";
import { isLoopbackHost, isReachableByOthers } from "~/domain/hosts/own-hosts";
import {
  REVIEW_DAYS,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";

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

function listOf(isOne: (text: string) => boolean, what: string, least = 0) {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (entries) => entries.length >= least && entries.every(isOne),
      `expected ${what}, separated by commas`,
    );
}

const isAddress = (text: string) => z.string().ip().safeParse(text).success;

const isAddressOrNetwork = (text: string) =>
  isAddress(text) || z.string().cidr().safeParse(text).success;

function days(from: number, to: number, usual: number) {
  return z.coerce
    .number({ invalid_type_error: "expected a number of days" })
    .int("expected a whole number of days")
    .min(from, `expected ${from} ${from === 1 ? "day" : "days"} or more`)
    .max(to, `expected ${to} days or less`)
    .default(usual);
}

const short = (most: number) =>
  z.string().trim().min(1).max(most, `expected at most ${most} characters`);

/** What Sentry's client accepts: it takes anything else for no address at all, and then reports nothing. */
const DSN =
  /^https?:\/\/\w+(:\w+)?@(\[[\w:.]+\]|[\w.-]+)(:\d+)?\/([\w./-]*\/)?\d+$/;

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

/** Settings that are needed as soon as one of them is given. */
const GROUPS = [
  {
    name: "Power BI",
    needed: ["POWERBI_TENANT_ID", "POWERBI_CLIENT_ID", "POWERBI_CLIENT_SECRET"],
    further: [],
  },
  {
    name: "HL7_TLS",
    needed: ["HL7_TLS_CERT", "HL7_TLS_KEY"],
    further: ["HL7_TLS_CA"],
  },
  {
    name: "OIDC",
    needed: [
      "OIDC_ISSUER",
      "OIDC_CLIENT_ID",
      "OIDC_CLIENT_SECRET",
      "OIDC_NAME",
    ],
    further: ["OIDC_SCOPE", "OIDC_GROUPS_CLAIM", "OIDC_ONLY"],
  },
];

/** Words of RFC 6749, with one blank between. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

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
    DATABASE_READ_URL: listOf(
      (text) => postgresUrl.safeParse(text).success,
      "postgres:// or postgresql:// addresses",
    ).default(""),
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
      .transform((text) => text.toLowerCase())
      .pipe(listOf((text) => HOST_NAME.test(text), "host names"))
      .optional(),
    PORTAL_ADDRESSES: listOf(isAddress, "IP addresses").default(""),
    AUDIT_RETENTION_DAYS: days(30, 36_500, 2_192),
    REPORT_RETENTION_DAYS: days(1, 36_500, 90),
    /** No longer used. */
    ACCOUNT_MANAGERS_READ: z.string().optional(),
    REVIEW_DAYS: days(1, REVIEW_WINDOW_DAYS, REVIEW_DAYS),
    CMS_CONNECTOR: z.string().min(1).optional(),
    POWERBI_TENANT_ID: z.string().min(1).optional(),
    POWERBI_CLIENT_ID: z.string().min(1).optional(),
    POWERBI_CLIENT_SECRET: z.string().min(1).optional(),
    HL7_HOST: z.string().min(1).default("127.0.0.1"),
    /** The feed listens only if this is set. */
    HL7_PORT: port.optional(),
    HL7_TLS_CERT: z.string().min(1).optional(),
    HL7_TLS_KEY: z.string().min(1).optional(),
    /** The authority that signs senders' certificates. */
    HL7_TLS_CA: z.string().min(1).optional(),
    HL7_ALLOW: listOf(
      isAddressOrNetwork,
      "IP addresses or networks such as 10.0.0.0/8",
      1,
    ).optional(),
    HL7_DIR: z.string().min(1).optional(),
    FEED_RETENTION_DAYS: days(1, 36_500, 90),
    OIDC_ISSUER: z
      .string()
      .refine(
        isIssuer,
        "expected an https address without a query, or an http one on this machine",
      )
      .optional(),
    OIDC_CLIENT_ID: short(300).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_NAME: short(40).optional(),
    /** What is asked for; names of new users, groups and refresh tokens need more of some logins. */
    OIDC_SCOPE: short(300)
      .refine(
        (text) => SCOPE.test(text) && text.split(" ").includes("openid"),
        "expected words with a blank between, openid among them",
      )
      .default("openid"),
    OIDC_GROUPS_CLAIM: short(200).default("groups"),
    /** 1: passwords are for emergency accounts alone. */
    OIDC_ONLY: z.enum(["0", "1"], { message: "expected 0 or 1" }).default("0"),
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

/** What travels to the issuer is secret, so beyond this machine it goes encrypted. */
function isIssuer(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  const isBare = url.search === "" && url.hash === "" && url.username === "";
  const isLocal = url.protocol === "http:" && isLoopbackHost(url.hostname);
  return isBare && (url.protocol === "https:" || isLocal);
}

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
  for (const [name, message] of problemsTogether(given)) {
    if (!problems.has(name)) problems.set(name, message);
  }
  if (parsed.success && problems.size === 0) return { settings: parsed.data };
  return {
    problems: [...problems]
      .map(([name, message]) => `${name}: ${message}`)
      .sort(),
  };
}

type Env = Partial<Record<string, string>>;

function* problemsTogether(
  env: Env,
): Generator<[name: string, message: string]> {
  for (const name of ["API_URL", "SESSION_DATABASE_URL"]) {
    if (env[name] && !env.SESSION_SECRET) {
      yield ["SESSION_SECRET", `is required when ${name} is set`];
    }
  }
  if (env.DATABASE_READ_URL && !env.DATABASE_URL) {
    yield ["DATABASE_URL", "is required when DATABASE_READ_URL is set"];
  }
  for (const { name, needed, further } of GROUPS) {
    const isSet = (one: string) =>
      one === "OIDC_ONLY" ? env[one] === "1" : Boolean(env[one]);
    const set = [...needed, ...further].filter(isSet);
    const isForeign = name === "OIDC" && env.API_URL !== undefined;
    for (const one of set.length === 0 || isForeign ? [] : needed) {
      if (env[one]) continue;
      yield [one, `is required with the other settings of ${name}`];
    }
    for (const one of isForeign ? set : []) {
      yield [one, "cannot be set with API_URL: sign-in belongs to that host"];
    }
  }
  if (!env.API_URL && isElsewhere(env.OIDC_ISSUER) && !env.PUBLIC_URL) {
    yield [
      "PUBLIC_URL",
      "is required with an OIDC_ISSUER on another machine: browsers are sent back to it",
    ];
  }
  // Whoever reaches the port can change the census, so others are known by certificates or addresses (R270).
  const isOpen = env.HL7_PORT && env.HL7_HOST && !isLoopbackHost(env.HL7_HOST);
  if (isOpen && !env.HL7_ALLOW && !env.HL7_TLS_CA) {
    yield [
      "HL7_ALLOW",
      "or HL7_TLS_CA is required when HL7_HOST is not this machine alone",
    ];
  }
}

/** Its users are, too: 127.0.0.1 would be their own machine. */
function isElsewhere(issuer: string | undefined): boolean {
  return (
    issuer !== undefined &&
    URL.canParse(issuer) &&
    !isLoopbackHost(new URL(issuer).hostname)
  );
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
