import { z } from "zod";

/** Bytes in base64url, as in WebAuthn's JSON. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, "expected base64url");

/** A credential id has at most 1,023 bytes. */
const credentialId = bytes(1_364);

export const madePasskey = z.object({
  id: credentialId,
  client_data: bytes(4_000),
  attestation: bytes(16_000),
  transports: z.array(z.string().max(40)).max(10),
});
export type MadePasskey = z.infer<typeof madePasskey>;

export const signedPasskey = z.object({
  id: credentialId,
  client_data: bytes(4_000),
  authenticator_data: bytes(4_000),
  signature: bytes(4_000),
});
export type SignedPasskey = z.infer<typeof signedPasskey>;
