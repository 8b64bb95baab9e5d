import { useState } from "react";
import type {
  MadePasskey,
  MakeQuestion,
  SignedPasskey,
  UseQuestion,
} from "~server/auth/service";

/** ES256, EdDSA and RS256: what the server takes. */
const ALGORITHMS = [-7, -8, -257];

type Place = Pick<UseQuestion, "origin">;

export function canAskFor(place: Place): boolean {
  return isAt(place) && hasPasskeys();
}

export function isAt({ origin }: Place): boolean {
  return location.origin === origin;
}

/** Whether the browser supports passkeys. Only secure contexts expose them. */
function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window && "credentials" in navigator;
}

/** Rejects if the user does not want to, or the authenticator cannot. */
export async function makePasskey(
  { challenge, rp_id, user, exclude }: MakeQuestion,
  siteName: string,
): Promise<MadePasskey> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(challenge),
      rp: { id: rp_id, name: siteName },
      user: {
        id: bytesOf(user.id),
        name: user.name,
        displayName: user.name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: exclude.map(known),
      // The server names them, so that they take no room on a security key.
      authenticatorSelection: {
        residentKey: "discouraged",
        userVerification: "preferred",
      },
      attestation: "none",
    },
  });
  const { rawId, response } = made as PublicKeyCredential & {
    response: AuthenticatorAttestationResponse;
  };
  return {
    id: textOf(rawId),
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
    transports: transportsOf(response),
  };
}

/** Rejects as {@link makePasskey} does. */
export async function signWithPasskey({
  challenge,
  rp_id,
  credentials,
}: UseQuestion): Promise<SignedPasskey> {
  const signed = await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(challenge),
      rpId: rp_id,
      allowCredentials: credentials.map(known),
      userVerification: "preferred",
    },
  });
  const { rawId, response } = signed as PublicKeyCredential & {
    response: AuthenticatorAssertionResponse;
  };
  return {
    id: textOf(rawId),
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}

function known({
  id,
  transports,
}: MakeQuestion["exclude"][number]): PublicKeyCredentialDescriptor {
  return {
    type: "public-key",
    id: bytesOf(id),
    transports: transports as AuthenticatorTransport[],
  };
}

/** Missing in older browsers. */
function transportsOf(response: object): string[] {
  if (!("getTransports" in response)) return [];
  return (response as { getTransports(): string[] }).getTransports();
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) =>
    String.fromCharCode(byte),
  );
  return btoa(letters.join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** One question at a time. */
export function useAskedBrowser(ask: () => Promise<void>) {
  const [state, setState] = useState<"still" | "asking" | "failed">("still");
  const isAsking = state === "asking";
  return {
    isAsking,
    hasFailed: state === "failed",
    onClick: () => {
      if (isAsking) return;
      setState("asking");
      ask().then(
        () => setState("still"),
        // Browsers do not reveal whether the user cancelled.
        () => setState("failed"),
      );
    },
  };
}
