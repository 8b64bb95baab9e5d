import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export interface Certificate {
  cert: Buffer;
  key: Buffer;
  certFile: string;
  keyFile: string;
}

/** `openssl` makes an authority's certificates and those it signs. */
export function certificateMaker(folder: string) {
  const fileOf = (name: string) => path.join(folder, name);
  const openssl = (args: string) =>
    execFileSync("openssl", args.split(" "), { cwd: folder, stdio: "pipe" });
  const keyed = (name: string) =>
    `-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=${name} -keyout ${name}.key`;

  function made(name: string): Certificate {
    const [certFile, keyFile] = [fileOf(`${name}.pem`), fileOf(`${name}.key`)];
    const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)];
    return { cert, key, certFile, keyFile };
  }

  return {
    authority(name: string): Certificate {
      openssl(`req -x509 ${keyed(name)} -days 2 -out ${name}.pem`);
      return made(name);
    },
    /** The certificate is for 127.0.0.1, signed by an authority of {@link authority}. */
    signedBy(authority: string, name: string): Certificate {
      writeFileSync(
        fileOf(`${name}.ext`),
        `subjectAltName=DNS:${name}.example,IP:127.0.0.1\n`,
      );
      openssl(`req ${keyed(name)} -out ${name}.csr`);
      const signer = `-CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial`;
      openssl(
        `x509 -req -in ${name}.csr ${signer} -days 2 -extfile ${name}.ext -out ${name}.pem`,
      );
      return made(name);
    },
  };
}
