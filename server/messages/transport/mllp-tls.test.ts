import { once } from "node:events";
import { connect as connectPlain } from "node:net";
import { connect, type ConnectionOptions } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseSettings } from "~/contract/settings";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { MLLP_LIMITS } from "./mllp-connection";
import { openSender } from "./mllp-client";
import { framed } from "./mllp-frames";
import { configuredTls, type MllpServer } from "./mllp-server";
import { certificateMaker, type Certificate } from "./testing/certificates";
import { onPort } from "./testing/port";
import { adt, testReceiver, type Receiver } from "./testing/receiver";
import { until } from "./testing/until";

let remove: () => void;
let ca: Certificate;
let own: Certificate;
let known: Certificate;
let stranger: Certificate;
beforeAll(() => {
  const temporary = makeTemporaryFolder();
  ({ remove } = temporary);
  const make = certificateMaker(temporary.folder);
  ca = make.authority("ca");
  make.authority("other-ca");
  own = make.signedBy("ca", "own");
  known = make.signedBy("ca", "known");
  stranger = make.signedBy("other-ca", "stranger");
});
afterAll(() => remove());

const port = onPort();
let receiver: Receiver;
beforeEach(() => {
  receiver = testReceiver();
});

function settingsOf(env: Record<string, string>) {
  const { settings, problems } = parseSettings(env);
  if (!settings) throw new Error(problems.join());
  return settings;
}

function open(env: Record<string, string> = {}): Promise<MllpServer> {
  const files = { HL7_TLS_CERT: own.certFile, HL7_TLS_KEY: own.keyFile };
  const tls = configuredTls(settingsOf({ ...files, ...env }));
  return port.open(receiver, { tls });
}

/** What a sender with this certificate is answered; null where the connection ends before. */
async function answerTo(options: ConnectionOptions): Promise<string | null> {
  const to = { host: "127.0.0.1", port: port.number, ca: ca.cert };
  const sender = openSender({
    connect() {
      const socket = connect({ ...to, ...options });
      port.clients.push(socket);
      return socket;
    },
    ...{ attempts: 1, retryMs: 0, answerMs: 60_000 },
  });
  return sender.send(Buffer.from(adt("1"))).then(
    (answer) => Buffer.from(answer).toString(),
    () => null,
  );
}

test("a sender with TLS is answered, and one without is not", async () => {
  await open();
  const { cert, key } = stranger;
  expect(await answerTo({ cert, key })).toContain("MSA|AA|1");
  // Nobody has asked for its certificate.
  expect(receiver.incoming[0]?.peer).toEqual(["127.0.0.1"]);
  const plain = connectPlain({ host: "127.0.0.1", port: port.number });
  port.clients.push(plain);
  plain.on("error", () => undefined);
  plain.write(framed(Buffer.from(adt("2"))));
  await once(plain, "close");
  expect(receiver.texts).toHaveLength(1);
  expect(port.counted).toContain("connections_refused");
});

test("with an authority of senders, only those are answered whose certificate it has signed", async () => {
  await open({ HL7_TLS_CA: ca.certFile });
  const { cert, key } = known;
  expect(await answerTo({ cert, key })).toContain("MSA|AA|1");
  const names = ["known", "known.example", "IP Address:127.0.0.1"];
  expect(receiver.incoming[0]?.peer).toEqual(["127.0.0.1", ...names]);
  expect(await answerTo({})).toBeNull();
  expect(await answerTo({ cert: stranger.cert, key: stranger.key })).toBeNull();
  expect(receiver.texts).toHaveLength(1);
});

test("who begins no handshake holds nobody up, also at the end", async () => {
  await open();
  const silent = connectPlain({ host: "127.0.0.1", port: port.number });
  port.clients.push(silent);
  await once(silent, "connect");
  expect(await answerTo({})).toContain("MSA|AA|1");
  silent.on("error", () => undefined).resume();
  const [closing, gone] = [port.close(), once(silent, "close")];
  // The one that was served has a moment for its last answer.
  await until(() => {
    port.time.advance(MLLP_LIMITS.lingerMs);
    return silent.destroyed;
  });
  await Promise.all([closing, gone]);
});

test("a version of TLS that is no longer safe is refused", async () => {
  await open();
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } as const;
  expect(await answerTo({ ...old, ciphers: "ALL:@SECLEVEL=0" })).toBeNull();
});

test("a key that is not the certificate's is reported at the start", () => {
  const settings = settingsOf({
    HL7_TLS_CERT: own.certFile,
    HL7_TLS_KEY: known.keyFile,
  });
  expect(() => configuredTls(settings)).toThrow(
    "The files of HL7_TLS_CERT, HL7_TLS_KEY and HL7_TLS_CA cannot be used together",
  );
});
