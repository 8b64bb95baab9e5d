import { z } from "zod";
import { isLoopbackHost } from "~/domain/hosts/own-hosts";

const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function isAddressOrNetwork(text: string): boolean {
  return (
    z.string().ip().safeParse(text).success ||
    z.string().cidr().safeParse(text).success
  );
}

export const FEED_SETTINGS = {
  HL7_HOST: z.string().min(1).default("127.0.0.1"),
  /** The feed listens only if this is set. */
  HL7_PORT: z.coerce
    .number({ invalid_type_error: "expected a port number" })
    .int("expected a port number")
    .min(1, "expected a port from 1 to 65535")
    .max(65535, "expected a port from 1 to 65535")
    .optional(),
  HL7_TLS_CERT: z.string().min(1).optional(),
  HL7_TLS_KEY: z.string().min(1).optional(),
  /** The authority that signs senders' certificates. */
  HL7_TLS_CA: z.string().min(1).optional(),
  HL7_ALLOW: z
    .string()
    .transform(listed)
    .refine(
      (entries) => entries.length > 0 && entries.every(isAddressOrNetwork),
      "expected IP addresses or networks such as 10.0.0.0/8, separated by commas",
    )
    .optional(),
  HL7_DIR: z.string().min(1).optional(),
  FEED_RETENTION_DAYS: z.coerce
    .number({ invalid_type_error: "expected a number of days" })
    .int("expected a whole number of days")
    .min(1, "expected 1 day or more")
    .max(36_500, "expected 36500 days or less")
    .default(90),
};

/**
 * Judges settings together. Whoever reaches the port can change the census, so beyond this machine senders have to be
 * known by certificates or addresses (R270).
 */
export function feedSettingsProblems(
  given: Record<string, string | undefined>,
): [name: string, message: string][] {
  const problems: [string, string][] = [];
  const isTls = given.HL7_TLS_CERT ?? given.HL7_TLS_KEY ?? given.HL7_TLS_CA;
  for (const name of ["HL7_TLS_CERT", "HL7_TLS_KEY"]) {
    if (isTls && !given[name]) {
      problems.push([name, "is required with the other settings of HL7_TLS"]);
    }
  }
  const isOpen =
    given.HL7_PORT && given.HL7_HOST && !isLoopbackHost(given.HL7_HOST);
  if (isOpen && !given.HL7_ALLOW && !given.HL7_TLS_CA) {
    problems.push([
      "HL7_ALLOW",
      "or HL7_TLS_CA is required when HL7_HOST is not this machine alone",
    ]);
  }
  return problems;
}
