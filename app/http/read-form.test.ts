import { describe, expect, it } from "vitest";
import { MAX_FIELDS, readForm } from "./read-form.server";

const FORM = "application/x-www-form-urlencoded";

function post(body: BodyInit, type: string | null = FORM): Request {
  return new Request("http://portal.test/x", {
    method: "POST",
    body,
    headers: type === null ? {} : { "content-type": type },
  });
}

async function statusOf(request: Request): Promise<number> {
  try {
    await readForm(request);
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

describe("readForm", () => {
  it("reads blanks, plus signs, umlauts and repeated names as a browser means them", async () => {
    const form = await readForm(post("a=x+y%2B%C3%BC&a=2&empty=&bare"));
    expect(form.getAll("a")).toEqual(["x y+ü", "2"]);
    expect([form.get("empty"), form.get("bare")]).toEqual(["", ""]);
  });

  it("reads a multipart form", async () => {
    const body = new FormData();
    body.set("user.name", "Ada");
    const form = await readForm(post(body, null));
    expect(form.get("user.name")).toBe("Ada");
  });

  it("takes as many fields as allowed, and no more", async () => {
    expect(await statusOf(post("a=1&".repeat(MAX_FIELDS)))).toBe(200);
    expect(await statusOf(post("a=1&".repeat(MAX_FIELDS + 1)))).toBe(400);
  });

  it.each([
    "contacts[1000000].x=1",
    "__proto__=1",
    "constructor[0]=1",
    "a.__proto__.b=1",
    "a[prototype]=1",
    "=1",
    `${"n".repeat(101)}=1`,
    "a=1&a[0]=2",
    "a[0]=1&a[0].b.c=2",
  ])("refuses the field name of %s", async (body) => {
    expect(await statusOf(post(body))).toBe(400);
  });

  it.each(["a=%ff", "a=%C3%28", "a=%", "a=%00"])(
    "refuses the value of %s",
    async (body) => {
      expect(await statusOf(post(body))).toBe(400);
    },
  );

  it("refuses bytes that are no UTF-8", async () => {
    expect(await statusOf(post(new Uint8Array([97, 61, 255])))).toBe(400);
  });

  it("refuses bodies that are no form, and files but in the one field that may have one", async () => {
    const files = new FormData();
    files.set("a", new File(["x"], "x.txt"));
    expect(await statusOf(post(files, null))).toBe(400);
    const form = await readForm(post(files, null), "a");
    expect(form.get("a")).toBe(btoa("x"));
    const other = readForm(post(files, null), "b");
    await expect(other).rejects.toMatchObject({ status: 400 });
    expect(await statusOf(post("a=1", "text/plain"))).toBe(400);
    expect(await statusOf(post("a=1", "multipart/form-data"))).toBe(400);
  });
});
