import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect, type ConnectionOptions } from "node:tls";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
} from "vitest";
import { parseSettings } from "~/contract/settings";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { virtualTime, type VirtualTime } from "~server/testing/virtual-time";
import { MLLP_LIMITS } from "./mllp-connection";
import { FrameReader, framed } from "./mllp-frames";
import { configuredTls, openMllpServer, type MllpServer } from "./mllp-server";
import { certificateMaker, type Certificate } from "./testing/certificates";
import { adt, testReceiver, type Receiver } from "./testing/receiver";
import { until } from "./testing/until";
import type { Counted } from "./traffic";

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

let time: VirtualTime;
let server: MllpServer | null;
let receiver: Receiver;
let counted: Counted[];
let clients: Socket[];
beforeEach(() => {
  time = virtualTime(new Date("2026-06-14T14:15:00Z"));
  receiver = testReceiver();
  [server, counted, clients] = [null, [], []];
});
afterEach(async () => {
  clients.forEach((client) => client.destroy());
  await server?.close();
});

function settingsOf(env: Record<string, string>) {
  const { settings, problems } = parseSettings(env);
  if (!settings) throw new Error(problems.join());
  return settings;
}

async function open(env: Record<string, string> = {}): Promise<MllpServer> {
  server = await openMllpServer({
    host: "127.0.0.1",
    port: 0,
    tls: configuredTls(
      settingsOf({
        HL7_TLS_CERT: own.certFile,
        HL7_TLS_KEY: own.keyFile,
        ...env,
      }),
    ),
    receive: receiver.receive,
    clock: time.clock,
    after: time.after,
    traffic: {
      count: (what) => counted.push(what),
      failed: () => undefined,
      close: () => undefined,
    },
  });
  return server;
}

/** What a sender with this certificate is answered; null where the connection ends before. */
function answerTo(
  port: number,
  options: ConnectionOptions,
): Promise<string | null> {
  const socket = connect({ host: "127.0.0.1", port, ca: ca.cert, ...options });
  clients.push(socket);
  const reader = new FrameReader(10_000);
  socket.on("secureConnect", () => socket.write(framed(Buffer.from(adt("1")))));
  return new Promise((resolve) => {
    socket.on("data", (chunk) => {
      const [frame] = reader.push(chunk);
      if (frame) resolve(Buffer.from(frame.bytes).toString());
    });
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(null));
  });
}

test("a sender with TLS is answered, and one without is not", async () => {
  const { port } = await open();
  const { cert, key } = stranger;
  expect(await answerTo(port, { cert, key })).toContain("MSA|AA|1");
  // Nobody has asked for its certificate.
  expect(receiver.incoming[0]?.peer).toEqual(["127.0.0.1"]);
  const plain = connectPlain({ host: "127.0.0.1", port });
  clients.push(plain);
  plain.on("error", () => undefined);
  plain.write(framed(Buffer.from(adt("2"))));
  await once(plain, "close");
  expect(receiver.texts).toHaveLength(1);
  expect(counted).toContain("connections_refused");
});

test("with an authority of senders, only those are answered whose certificate it has signed", async () => {
  const { port } = await open({ HL7_TLS_CA: ca.certFile });
  const { cert, key } = known;
  expect(await answerTo(port, { cert, key })).toContain("MSA|AA|1");
  const names = ["known", "known.example", "IP Address:127.0.0.1"];
  expect(receiver.incoming[0]?.peer).toEqual(["127.0.0.1", ...names]);
  expect(await answerTo(port, {})).toBeNull();
  expect(
    await answerTo(port, { cert: stranger.cert, key: stranger.key }),
  ).toBeNull();
  expect(receiver.texts).toHaveLength(1);
});

test("who begins no handshake holds nobody up, also at the end", async () => {
  const { port, close } = await open();
  const silent = connectPlain({ host: "127.0.0.1", port });
  clients.push(silent);
  await once(silent, "connect");
  expect(await answerTo(port, {})).toContain("MSA|AA|1");
  silent.on("error", () => undefined).resume();
  const [closing, gone] = [close(), once(silent, "close")];
  // The one that was served has a moment for its last answer.
  await until(() => {
    time.advance(MLLP_LIMITS.lingerMs);
    return silent.destroyed;
  });
  await Promise.all([closing, gone]);
  server = null;
});

test("a version of TLS that is no longer safe is refused", async () => {
  const { port } = await open();
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1" } as const;
  expect(
    await answerTo(port, { ...old, ciphers: "ALL:@SECLEVEL=0" }),
  ).toBeNull();
});

test("a key that is not the certificate's is told at the start", () => {
  const settings = settingsOf({
    HL7_TLS_CERT: own.certFile,
    HL7_TLS_KEY: known.keyFile,
  });
  expect(() => configuredTls(settings)).toThrow(
    "The files of HL7_TLS_CERT, HL7_TLS_KEY and HL7_TLS_CA cannot be used together",
  );
});
