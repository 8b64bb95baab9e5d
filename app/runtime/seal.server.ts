import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
} from "node:crypto";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A copy of the database reveals nothing without the installation's secret. A sealed text opens only for its own
 * purpose and `place`.
 */
export class Seal {
  private readonly key: Buffer;

  constructor(
    secret: string,
    purpose:
      | "portal store"
      | "second factors"
      | "organisation accounts"
      | "known browsers",
  ) {
    const info = `sojourn ${purpose}`;
    this.key = Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES));
  }

  close(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce);
    cipher.setAAD(Buffer.from(place));
    const parts = [nonce, cipher.update(text, "utf8"), cipher.final()];
    return Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64");
  }

  /** Null if it was sealed with another secret or for another place, or is damaged. */
  open(sealed: string, place: string): string | null {
    const bytes = Buffer.from(sealed, "base64");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
    const tagAt = bytes.length - TAG_BYTES;
    try {
      const decipher = createDecipheriv(
        CIPHER,
        this.key,
        bytes.subarray(0, NONCE_BYTES),
        { authTagLength: TAG_BYTES },
      );
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(tagAt));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, tagAt));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  closeJson(value: unknown, place: string): string {
    return this.close(JSON.stringify(value), place);
  }

  /** Null also for another shape, sealed by another version of the portal. */
  openJson<Value>(
    sealed: unknown,
    place: string,
    shape: { safeParse(value: unknown): { data?: Value } },
  ): Value | null {
    const text = typeof sealed === "string" ? this.open(sealed, place) : null;
    if (text === null) return null;
    return shape.safeParse(JSON.parse(text)).data ?? null;
  }

  /** A keyed digest: equal for equal texts, and reveals nothing about them. */
  digest(text: string): string {
    return createHmac("sha256", this.key).update(text).digest("hex");
  }
}
