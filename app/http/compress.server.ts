import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const MIN_BYTES = 1_024;
/** Measured on the largest pages: 1.5 % smaller than 5 for 3 % more time; from 9 on the time is ten times as long. */
const BROTLI_QUALITY = 6;

export interface Compressed {
  body: Buffer;
  encoding: "br" | "gzip" | null;
}

/** A text document in the best encoding that the browser takes; in one go, which is faster than a stream here. */
export function compress(html: Buffer, acceptEncoding: string): Compressed {
  if (html.length > MIN_BYTES && accepts(acceptEncoding, "br")) {
    const body = brotliCompressSync(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
    return { body, encoding: "br" };
  }
  if (html.length > MIN_BYTES && accepts(acceptEncoding, "gzip")) {
    return { body: gzipSync(html, { level: 6 }), encoding: "gzip" };
  }
  return { body: html, encoding: null };
}

/** True where an Accept-Encoding header names an encoding, and not to refuse it. */
export function accepts(header: string, encoding: string): boolean {
  return header
    .split(",")
    .map((one) => one.split(";").map((part) => part.trim()))
    .some(
      ([name, weight]) =>
        name === encoding && !/^q=0(\.0*)?$/.test(weight ?? ""),
    );
}
