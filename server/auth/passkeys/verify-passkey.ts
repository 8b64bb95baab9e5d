import type { StoredPasskey } from "./passkey-rows";
import type { MadePasskey, SignedPasskey } from "./passkey-shapes";
import type { RelyingParty } from "./relying-party";

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

/**
 * We never request an attestation. The library would fetch revocation lists from URLs in its certificates, so reject
 * those before it sees them. Self attestation has no certificates.
 */
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
