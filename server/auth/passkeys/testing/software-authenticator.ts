import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from "node:crypto";
import type { MadePasskey, SignedPasskey } from "../verify-passkey";

const PRESENT = 0x01;
const HAS_KEY = 0x40;

interface PasskeyRequest {
  challenge: string;
  origin: string;
  rpId: string;
  type?: string;
  flags?: number;
  /** 'packed' brings a certificate. */
  format?: "none" | "packed";
}

/** A software authenticator with one passkey: ES256, no attestation. `counter` rises per signature, or stays 0. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString("base64url");
  readonly #key: KeyObject;
  readonly #cose: Buffer;

  constructor(public counter = 0) {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = pair.privateKey;
    const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
    this.#cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  make(request: PasskeyRequest): MadePasskey {
    const id = Buffer.from(this.id, "base64url");
    const data = Buffer.concat([
      authenticatorData(request, this.counter, HAS_KEY),
      Buffer.alloc(16),
      twoBytes(id.length),
      id,
      this.#cose,
    ]);
    const certified = Buffer.from(
      "a363616c672663736967410063783563814100",
      "hex",
    );
    const statement =
      request.format === "packed" ? certified : Buffer.from([0xa0]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text(request.format ?? "none"),
      text("attStmt"),
      statement,
      text("authData"),
      Buffer.from([0x59]),
      twoBytes(data.length),
      data,
    ]);
    return {
      id: this.id,
      client_data: clientData(request, "webauthn.create").toString("base64url"),
      attestation: attestation.toString("base64url"),
      transports: ["internal"],
    };
  }

  sign(request: PasskeyRequest): SignedPasskey {
    if (this.counter > 0) this.counter += 1;
    const data = authenticatorData(request, this.counter, 0);
    const client = clientData(request, "webauthn.get");
    const hash = createHash("sha256").update(client).digest();
    const signed = sign("sha256", Buffer.concat([data, hash]), this.#key);
    return {
      id: this.id,
      client_data: client.toString("base64url"),
      authenticator_data: data.toString("base64url"),
      signature: signed.toString("base64url"),
    };
  }
}

function authenticatorData(
  { rpId, flags = PRESENT }: PasskeyRequest,
  counter: number,
  more: number,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash("sha256").update(rpId).digest(),
    Buffer.from([flags | more]),
    count,
  ]);
}

function clientData(
  { type, challenge, origin }: PasskeyRequest,
  usual: string,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: type ?? usual,
      challenge,
      origin,
      crossOrigin: false,
    }),
  );
}

function text(words: string): Buffer {
  return Buffer.concat([
    Buffer.from([0x60 + words.length]),
    Buffer.from(words),
  ]);
}

function twoBytes(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}
