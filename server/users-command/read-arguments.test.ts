import { describe, expect, it } from "vitest";
import { readArguments } from "./read-arguments";

const ADA = ["--username", " Ada ", "--firstname", "Ada", "--lastname", "Reed"];

describe("the arguments", () => {
  it("make an account manager where nothing else is said", () => {
    expect(readArguments(ADA)).toEqual({
      kind: "create",
      wanted: {
        username: "Ada",
        firstname: "Ada",
        lastname: "Reed",
        accessLevel: "account_manager",
        ids: [0],
        isnpOnly: false,
      },
      isEmergency: false,
      generate: false,
    });
  });

  it("make an emergency account where that is said", () => {
    expect(readArguments([...ADA, "--emergency"])).toMatchObject({
      kind: "create",
      isEmergency: true,
    });
    const given = ["--new-password", "--username", "Ada", "--emergency"];
    expect(readArguments(given)).toBeNull();
  });

  it("make a user of any level, with its ids", () => {
    const given = ["--level", "facility", "--ids", " 12 7  12 ", "--isnp"];
    expect(readArguments([...ADA, ...given, "--generate"])).toMatchObject({
      wanted: { accessLevel: "facility", ids: [12, 7], isnpOnly: true },
      generate: true,
    });
    const physician = ["--level", "physician", "--ids", "1003000101"];
    expect(readArguments([...ADA, ...physician])).toMatchObject({
      wanted: { accessLevel: "physician", ids: [1003000101] },
    });
  });

  it.each([
    [["--level", "emperor"], /--level must be one of physician, .*admin/],
    [["--level", "facility"], /Facility is required\./],
    [["--level", "physician", "--ids", "1 2"], /one NPI/],
    [["--level", "region", "--ids", "1,2"], /"1,2" is not an id/],
    [["--level", "region", "--ids", "0"], /"0" is not an id/],
    [["--level", "company", "--ids", "1"], /company takes no --ids/],
    [["--firstname", ""], /First name is required\./],
  ])("%j are refused", (given, words) => {
    expect(() => readArguments([...ADA, ...given])).toThrow(words);
  });

  it("with --new-password name a user and nothing else of them", () => {
    const named = ["--new-password", "--username", "ada"];
    expect(readArguments(named)).toEqual({
      kind: "new-password",
      username: "ada",
      generate: false,
    });
    expect(readArguments([...named, "--level", "admin"])).toBeNull();
    expect(readArguments([...named, "--isnp"])).toBeNull();
  });

  it.each([
    [[]],
    [["--help"]],
    [["--username", "ada"]],
    [["--new-password"]],
    [[...ADA, "--password", "secret"]],
    [[...ADA, "secret"]],
    [["--username"]],
  ])("%j show the usage", (given) => {
    expect(readArguments(given)).toBeNull();
  });
});
