import type { LookupAddress } from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpStream } from "./http-exchange.server";
import { isPublicAddress, publicLookup } from "./public-address.server";

describe("a public address", () => {
  it.each(["8.8.8.8", "52.216.1.1", "172.32.0.1", "2606:4700::1111"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "2001::1",
    "2001:db8::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "ff02::1",
    "localhost",
    "2130706433",
    "",
  ])("is not %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

/** A resolver that answers with these, one list for each time that it is asked. */
function resolver(...answers: string[][]) {
  const asked: string[] = [];
  const resolve = (
    name: string,
    _: unknown,
    done: (error: null, addresses: LookupAddress[]) => void,
  ) => {
    asked.push(name);
    const found = answers[asked.length - 1] ?? [];
    done(
      null,
      found.map((address) => ({
        address,
        family: address.includes(":") ? 6 : 4,
      })),
    );
  };
  const lookup = publicLookup(resolve as Parameters<typeof publicLookup>[0]);
  return { lookup, asked };
}

function lookUp(lookup: LookupFunction, all: boolean): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup("files.example", { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    ),
  );
}

describe("the look-up of a host outside", () => {
  it("gives the addresses that it has looked at, in either form", async () => {
    const found = [["8.8.8.8", "2606:4700::1111"]];
    expect(await lookUp(resolver(...found).lookup, false)).toEqual([
      "8.8.8.8",
      4,
    ]);
    expect(await lookUp(resolver(...found).lookup, true)).toEqual([
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ]);
  });

  it.each([
    [["127.0.0.1"]],
    [["8.8.8.8", "10.0.0.1"]],
    [["::ffff:7f00:1"]],
    [[]],
  ])("refuses a name for %j", async (addresses) => {
    await expect(lookUp(resolver(addresses).lookup, true)).rejects.toThrow();
  });
});

describe("a connection to a host outside", () => {
  let server: Server;
  let connections = 0;
  let port: number;
  beforeAll(async () => {
    server = createServer((_, response) => void response.end("%PDF-"));
    server.on("connection", () => (connections += 1));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  it("is never made to an address of this network, whatever its name answers, and at whichever time", async () => {
    const { lookup, asked } = resolver(["127.0.0.1"], ["8.8.8.8", "127.0.0.1"]);
    const open = httpStream(`http://files.example:${port}`, { lookup });
    for (const path of ["/first", "/second"]) {
      await expect(
        open({ method: "GET", path, headers: {}, deadlineMs: 2_000 }),
      ).rejects.toThrow();
    }
    expect(asked).toEqual(["files.example", "files.example"]);
    expect(connections).toBe(0);
  });

  it("goes to the address that the look-up gave, asked once", async () => {
    const asked: string[] = [];
    const lookup: LookupFunction = (name, { all }, done) => {
      asked.push(name);
      if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
      else done(null, "127.0.0.1", 4);
    };
    const open = httpStream(`http://files.example:${port}`, { lookup });
    const stream = await open({
      method: "GET",
      path: "/",
      headers: {},
      deadlineMs: 2_000,
    });
    stream.stop();
    expect(stream.status).toBe(200);
    expect(asked).toEqual(["files.example"]);
    expect(connections).toBe(1);
  });
});
