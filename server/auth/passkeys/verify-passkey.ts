import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "~server/secrets";
import type { StoredPasskey } from "./passkey-rows";
import type { RelyingParty } from "./relying-party";

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

type Seals = Pick<Secrets, "factorSeal">;

type Purpose = "make" | "use";

/** Same as for a set-up key and a sign-in challenge. */
const LASTS_MS = { make: 30 * 60_000, use: 5 * 60_000 } as const;
const CHALLENGE_BYTES = 32;

/** `asked` is when it was issued, in milliseconds since 1970. */
const question = z.object({ challenge: z.string(), asked: z.number() });
type Question = z.infer<typeof question>;

export function newQuestion(
  userId: number,
  purpose: Purpose,
  now: Date,
  { factorSeal }: Seals,
): { attempt: string; challenge: string } {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const said: Question = { challenge, asked: now.getTime() };
  const attempt = factorSeal.closeJson(said, placeOf(userId, purpose));
  return { attempt, challenge };
}

/** The question behind an answer; null if it is not ours, another user's, or expired. */
export function readQuestion(
  userId: number,
  purpose: Purpose,
  attempt: string,
  now: Date,
  { factorSeal }: Seals,
): Question | null {
  const place = placeOf(userId, purpose);
  const said = factorSeal.openJson(attempt, place, question);
  return said && now.getTime() < said.asked + LASTS_MS[purpose] ? said : null;
}

function placeOf(userId: number, purpose: Purpose): string {
  return `question to ${purpose} a passkey of user ${userId}`;
}

/** The reason is for the log only: it may quote the client. */
type Verified<Result> = Result | { refused: string };

interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** Loading takes a third of a second and 25 MB, so it is deferred until a passkey is used. */
const loadLibrary = () => import("@simplewebauthn/server");

export async function readyToVerify(): Promise<void> {
  await loadLibrary();
}

export async function verifyMade(
  { id, client_data, attestation, transports }: MadePasskey,
  { challenge, party }: Expected,
): Promise<
  Verified<Pick<StoredPasskey, "id" | "publicKey" | "counter" | "transports">>
> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    if (await hasCertificates(attestation)) {
      return { refused: "an attestation was not asked for" };
    }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client_data,
          attestationObject: attestation,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    if (!verified) return { refused: "the attestation is not right" };
    const { credential } = registrationInfo;
    if (credential.id !== id) return { refused: "it has another id" };
    return {
      id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports,
    };
  } catch (error) {
    return { refused: reasonOf(error) };
  }
}

export async function verifySigned(
  { id, client_data, authenticator_data, signature }: SignedPasskey,
  { publicKey, counter }: Pick<StoredPasskey, "publicKey" | "counter">,
  { challenge, party }: Expected,
): Promise<Verified<{ counter: number }>> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse(
      {
        response: {
          id,
          rawId: id,
          type: "public-key",
          clientExtensionResults: {},
          response: {
            clientDataJSON: client_data,
            authenticatorData: authenticator_data,
            signature,
          },
        },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
          counter,
        },
        requireUserVerification: false,
      },
    );
    return verified
      ? { counter: authenticationInfo.newCounter }
      : { refused: "the signature is not right" };
  } catch (error) {
    return { refused: reasonOf(error) };
  }
}

/** We request no attestation; reject its certificates first, because the library would fetch their revocation lists. */
async function hasCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } =
    await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestation, "base64url")),
  );
  const format = decoded.get("fmt");
  if (format === "none") return false;
  return format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined;
}

const LOGGED_LENGTH = 200;

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : "unknown").slice(
    0,
    LOGGED_LENGTH,
  );
}
