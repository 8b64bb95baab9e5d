import type { StoredPasskey } from "./passkey-rows";
import type { MadePasskey, SignedPasskey } from "./passkey-shapes";
import type { RelyingParty } from "./relying-party";

/** Why it was refused is for the log: parts of it are what a client has said. */
type Verified<Result> = Result | { refused: string };

/** Whom an answer has to be for, and to which challenge. */
interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** Takes a third of a second and 25 MB, so that only who uses passkeys pays for it. */
const library = () => import("@simplewebauthn/server");

export async function readyToVerify(): Promise<void> {
  await library();
}

export async function verifyMade(
  { id, client_data, attestation, transports }: MadePasskey,
  { challenge, party }: Expected,
): Promise<
  Verified<Pick<StoredPasskey, "id" | "publicKey" | "counter" | "transports">>
> {
  const { verifyRegistrationResponse } = await library();
  try {
    if (await bringsCertificates(attestation)) {
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
  const { verifyAuthenticationResponse } = await library();
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
 * Nobody asks for an attestation. Its certificates would have the library fetch lists of revoked ones from wherever they say,
 * so that it gets none of them to see. An authenticator may vouch for its own key, without any.
 */
async function bringsCertificates(attestation: string): Promise<boolean> {
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
