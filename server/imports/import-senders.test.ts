import { describe, expect, test } from "vitest";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { NOW, REPLACE_ALL, SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const LATER = new Date("2026-07-05T16:00:00Z");
const WILLOW = "PCC,WILLOW,facility,100,PV1-36:HOSP=02";
const HOSPITAL = "EPIC,,hospital,,PV1-2:EMR=E";

/** What a message says of a resident of whom nobody knows a stay. */
const MOVED = JSON.stringify({
  event: "move",
  happened: "20260610",
  said: "20260610",
  people: [{ number: "77", authority: "" }],
  merged: [],
  visit: {},
  physician: null,
  plans: [],
});

describeImports("the senders of an import on %s", (tested) => {
  const { load, content } = tested;
  const withSenders = (...rows: string[]) => ({
    ...SMALL_CENSUS,
    "senders.csv": rows,
  });
  const alone = (...rows: string[]) => ({ "senders.csv": rows });

  async function keys(): Promise<string[]> {
    const { senders } = await content();
    return senders.map(({ sender, facility }) => `${sender}|${facility}`);
  }

  async function events(): Promise<[string, unknown][]> {
    const rows = await tested.db
      .selectFrom("audit_events")
      .where("action", "like", "%_sender")
      .orderBy("id")
      .select(["action", "details"])
      .execute();
    return rows.map(({ action, details }) => [action, JSON.parse(details)]);
  }

  /** What became of the messages; those that were applied again wait for a stay. */
  async function states(): Promise<string[]> {
    const rows = await tested.db
      .selectFrom("feed_messages")
      .orderBy("id")
      .select(["status", "reason"])
      .execute();
    return rows.map(({ status, reason }) =>
      [status, reason].filter(Boolean).join(" "),
    );
  }

  async function demo(): Promise<void> {
    await tested.db
      .updateTable("data_state")
      .set({ origin: "demo", imported_at: NOW.toISOString() })
      .execute();
  }

  test("are stored with the facilities that come with them, and counted", async () => {
    const result = await load(withSenders(WILLOW, HOSPITAL));
    expect(result.outcome).toBe("stored");
    expect(result.tables.find(({ name }) => name === "senders")).toEqual({
      name: "senders",
      added: 2,
      changed: 0,
      unchanged: 0,
      removed: 0,
    });
    const at = NOW.toISOString();
    expect((await content()).senders).toEqual([
      {
        sender: "EPIC",
        facility: "",
        role: "hospital",
        facility_id: null,
        codes: "PV1-2:EMR=E",
        bound_to: "",
        version: NOW.getTime(),
        updated_at: at,
      },
      {
        sender: "PCC",
        facility: "WILLOW",
        role: "facility",
        facility_id: 100,
        codes: "PV1-36:HOSP=02",
        bound_to: "",
        version: NOW.getTime(),
        updated_at: at,
      },
    ]);
    expect(await load(withSenders(WILLOW, HOSPITAL))).toMatchObject({
      outcome: "unchanged",
    });
  });

  test("come alone, change the row that they name, and are shown in the trail", async () => {
    await load(SMALL_CENSUS);
    await load(alone(WILLOW, HOSPITAL));
    const { state } = await content();
    await load(alone("PCC,WILLOW,facility,200,"), { now: LATER });
    const after = await content();
    expect(after.state).toEqual(state);
    expect(after.senders.map((row) => [row.facility_id, row.version])).toEqual([
      [null, NOW.getTime()],
      [200, NOW.getTime() + 1],
    ]);
    const willow = { sender: "PCC", facility: "WILLOW" };
    expect((await events()).slice(-2)).toEqual([
      [
        "create_sender",
        {
          via: "import",
          sender: "EPIC",
          facility: "",
          role: "hospital",
          facility_id: null,
          codes: "PV1-2:EMR=E",
        },
      ],
      [
        "change_sender",
        {
          via: "import",
          ...willow,
          facility_id: "100 → 200",
          codes: "PV1-36:HOSP=02 → ",
        },
      ],
    ]);
  });

  test("stay bound where the file has no column for that, and are free where it says so", async () => {
    await load(SMALL_CENSUS);
    const bind = async (cells: string, header?: string) => {
      const { outcome } = await tested.loadWith(
        header ? { "senders.csv": header } : {},
        alone(`PCC,WILLOW,facility,100,${cells}`),
        { now: LATER },
      );
      const { senders } = await content();
      return [outcome, senders.map(({ bound_to }) => bound_to)];
    };
    const bound = "10.1.0.7 pcc.example";
    expect(await bind(`,${bound}`, "bound_to")).toEqual(["stored", [bound]]);
    expect(await bind("")).toEqual(["unchanged", [bound]]);
    expect(await bind("PV1-2:EMR=E")).toEqual(["stored", [bound]]);
    expect(await bind(",", "bound_to")).toEqual(["stored", [""]]);
    expect(await bind(",10.1.0.300", "bound_to")).toEqual(["refused", [""]]);
  });

  test("come over the demo organisation alone, and leave it", async () => {
    await load(SMALL_CENSUS);
    await demo();
    const before = await content();
    await load(alone(WILLOW));
    const { senders, ...after } = await content();
    expect(senders).toHaveLength(1);
    expect({ ...after, senders: [] }).toEqual(before);
  });

  test("leave the demo organisation with a day through which the data reach too", async () => {
    await load(withSenders(WILLOW));
    await demo();
    await load(alone(HOSPITAL), {
      now: LATER,
      dataThrough: "2026-07-04",
    });
    expect((await content()).state).toMatchObject([{ origin: "demo" }]);
    expect(await keys()).toEqual(["EPIC|", "PCC|WILLOW"]);
  });

  test("of the demo organisation go with it", async () => {
    await load(withSenders(WILLOW, HOSPITAL));
    await demo();
    await load(withSenders("PCC,FENNEL,facility,200,"));
    expect(await keys()).toEqual(["PCC|FENNEL"]);
  });

  test("that the folder does not name go with --replace, where it has a senders.csv", async () => {
    await load(withSenders(WILLOW, HOSPITAL));
    await load(SMALL_CENSUS, REPLACE_ALL);
    expect(await keys()).toEqual(["EPIC|", "PCC|WILLOW"]);
    const refused = await load(withSenders(HOSPITAL), {
      replace: true,
    });
    expect(refused).toMatchObject({
      outcome: "refused",
      removals: [{ name: "senders", removed: 1, stored: 2 }],
    });
    await load(withSenders(HOSPITAL), REPLACE_ALL);
    expect(await keys()).toEqual(["EPIC|"]);
  });

  test("go with their facility, which the trail tells", async () => {
    await load(withSenders("PCC,FENNEL,facility,200,", HOSPITAL));
    const { "facilities.csv": facilities = [], ...rest } = SMALL_CENSUS;
    const without = {
      ...rest,
      "facilities.csv": facilities.slice(0, 1),
      "stays.csv": rest["stays.csv"]?.slice(0, 2) ?? [],
    };
    await load(without, REPLACE_ALL);
    expect(await keys()).toEqual(["EPIC|"]);
    expect((await events()).at(-1)).toEqual([
      "delete_sender",
      {
        via: "import",
        sender: "PCC",
        facility: "FENNEL",
        role: "facility",
        facility_id: 200,
        codes: "",
      },
    ]);
  });

  test("that change have their messages applied again", async () => {
    await load(withSenders(WILLOW, "PCC,FENNEL,facility,200,"));
    const pcc = { sender: "PCC", facts: MOVED };
    const used = "used" as const;
    const willow = { ...pcc, facility: "WILLOW" };
    for (const message of [
      { ...willow, status: used },
      { ...pcc, facility: "FENNEL", status: used },
      { ...pcc, facility: "GROUP", location: "WILLOW", status: used },
      { ...willow, status: "dropped" as const },
    ]) {
      await storeMessage(tested.db, message);
    }
    for (const sender of ["PCC", null]) {
      const facility = "X";
      const status = "waiting";
      await storeMessage(tested.db, { ...pcc, sender, facility, status });
    }
    await load(alone("PCC,WILLOW,facility,100,PV1-2:EMR=E"));
    expect(await states()).toEqual([
      "waiting no_stay",
      "used",
      "waiting no_stay",
      "dropped",
      "waiting unknown_facility",
      "waiting",
    ]);
  });

  test("stay as they were after a dry run", async () => {
    await load(withSenders(WILLOW));
    await load(alone(HOSPITAL), { dryRun: true });
    expect(await keys()).toEqual(["PCC|WILLOW"]);
  });

  test("that are wrong are refused, line by line, without a word of theirs", async () => {
    const result = await load(
      withSenders(
        ",,facility,100,",
        "A,B,clinic,,",
        "A,C,facility,,",
        "A,D,facility,999,",
        "A,E,hospital,,Haskerby PV1-36:X=HOME",
        "A,F,hospital,,",
        "A,F,hospital,,",
        "A,G\u200b,hospital,,",
      ),
    );
    expect(result.outcome).toBe("refused");
    const lines = result.problems.lines();
    expect(lines).toEqual([
      "senders.csv:2: sender: and facility must not both be blank",
      "senders.csv:3: role: is not one of facility, hospital",
      "senders.csv:4: facility_id: must not be blank for the role facility",
      "senders.csv:5: facility_id: there is no facility 999",
      "senders.csv:6: codes: has an entry: it must be a field, a colon, a word, = and its code, as in PV1-36:HOSP=02",
      "senders.csv:6: codes: has an entry: it must give PV1-36 two digits, such as 02",
      "senders.csv:8: sender: is there already, with the same facility, on line 7",
      "senders.csv:9: facility: has a character that cannot be seen",
    ]);
    expect(lines.join()).not.toContain("Haskerby");
  });

  describe("of facilities with a time zone", () => {
    const zoned = (...zones: string[]) => {
      const { "facilities.csv": facilities = [] } = SMALL_CENSUS;
      return {
        "facilities.csv": facilities.map((row, at) => `${row},${zones[at]}`),
      };
    };
    const importZones = (rows: ReturnType<typeof zoned>) =>
      tested.loadWith({ "facilities.csv": "time_zone" }, rows);
    const zones = async () =>
      (await content()).facilities.map(({ time_zone }) => time_zone);

    test("take it over, and keep it where a file says nothing of it", async () => {
      await load(withSenders(WILLOW));
      expect(await zones()).toEqual([null, null]);
      await storeMessage(tested.db, {
        sender: "PCC",
        facility: "WILLOW",
        facts: MOVED,
        status: "used",
      });
      await importZones(zoned("America/Chicago", ""));
      expect(await zones()).toEqual(["America/Chicago", null]);
      expect(await states()).toEqual(["waiting no_stay"]);
      await importZones(zoned("", "America/Denver"));
      await load(SMALL_CENSUS);
      expect(await zones()).toEqual(["America/Chicago", "America/Denver"]);
    });

    test("refuse one that is none", async () => {
      await load(SMALL_CENSUS);
      const { problems } = await importZones(zoned("Chicago", ""));
      expect(problems.lines()).toEqual([
        "facilities.csv:2: time_zone: is not a time zone (expected like America/Chicago)",
      ]);
    });
  });
});
