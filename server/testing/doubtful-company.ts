import { sql } from "kysely";
import type { z } from "zod";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import type {
  FindingKind,
  ResidentFindingKind,
} from "~/features/data-quality/rules/census-marks";
import { rebuildPatients } from "~server/measures/derived-rows";
import {
  listCensus,
  listFindings,
  listMarked,
  type ResidentFinding,
  type WaitingMessages,
} from "~server/data-quality/service";
import {
  insertCensus,
  insertRows,
  stayRow,
  transferRow,
  type PlainStay,
  type PlainTransfer,
} from "~server/measures/testing/census";
import type { FeedMessageTable } from "~server/store/feed-tables";
import {
  openTestApi,
  type TestApi,
  type TestUser,
} from "~server/testing/open-test-api";
import { TEST_DIALECT } from "./open-test-store";

export const TODAY = epochDayOf("2026-06-15");
export const NPI = 1_000_000_001;
type CensusInput = z.input<typeof listCensus.input>;
const COMPANY: TestUser = { accessLevel: "company" };

/** Data reach today, at 112 five days less, and tests add doubtful rows. Days count back from today. */
export class DoubtfulCompany {
  private lastId = 0;

  private constructor(readonly api: TestApi) {}

  static async open(dialect = TEST_DIALECT): Promise<DoubtfulCompany> {
    const api = await openTestApi(dialect);
    const reach = { 111: TODAY, 112: TODAY - 5, 121: TODAY, 211: TODAY };
    await insertCensus(
      api.deps.store.db,
      { patients: [], stays: [], transfers: [], reach },
      [NPI],
    );
    return new DoubtfulCompany(api);
  }

  /** More facilities from 1001 on, last by name. */
  async facilities(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: 1001 + at,
      region_id: 11,
      name: `Zelkova House ${at}`,
      data_through: TODAY,
    }));
    await this.api.deps.store.db
      .insertInto("facilities")
      .values(rows)
      .execute();
  }

  /** A stay at 111, of a new resident unless given. Returns the resident's id. */
  async stay(
    from: number,
    to: number | null,
    more: Partial<PlainStay> & { mrn?: string } = {},
  ): Promise<number> {
    const id = ++this.lastId;
    const { mrn = `M-${id}`, ...own } = more;
    const patient_id = own.patient_id ?? (await this.resident(id, mrn));
    const row: PlainStay = {
      id,
      facility_id: 111,
      npi: NPI,
      admitted_on: TODAY - from,
      discharged_on: to === null ? null : TODAY - to,
      admitted_from: "community",
      isnp: 0,
      ...own,
      patient_id,
    };
    await insertRows(this.api.deps.store.db, "stays", [stayRow(row)]);
    await this.derive(patient_id);
    return patient_id;
  }

  private async derive(patientId: number): Promise<void> {
    const { db } = this.api.deps.store;
    for await (const count of rebuildPatients(db, [[patientId]])) void count;
  }

  private async resident(id: number, mrn: string): Promise<number> {
    await insertRows(this.api.deps.store.db, "patients", [
      {
        id,
        mrn,
        first_name: "Ada",
        last_name: `Resident ${id}`,
        frailty_score: null,
      },
    ]);
    return id;
  }

  async transfer(
    patient_id: number,
    day: number,
    {
      stay_id = null,
      assumed = 0,
    }: { stay_id?: number | null; assumed?: 0 | 1 } = {},
  ): Promise<void> {
    const row: PlainTransfer = {
      id: ++this.lastId,
      patient_id,
      facility_id: 111,
      transferred_on: TODAY - day,
      outcome: "inpatient",
      planned: 0,
    };
    await insertRows(this.api.deps.store.db, "transfers", [
      { ...transferRow(row), assumed },
    ]);
    await this.derive(patient_id);
    // Tests need transfers without a stay.
    await this.api.deps.store.db
      .updateTable("transfers")
      .set({ stay_id })
      .where("id", "=", row.id)
      .execute();
  }

  async note(patient_id: number, day: number): Promise<void> {
    await this.api.deps.store.db
      .insertInto("notes")
      .values({
        id: ++this.lastId,
        patient_id,
        recorded_patient_id: null,
        facility_id: 111,
        npi: NPI,
        noted_at: `${isoDayOf(TODAY - day)}T12:00:00.000Z`,
        note_type: "visit",
        note_text: "Text",
        provider: null,
        high_risk: 0,
      })
      .execute();
  }

  /** A movement in 111's feed, or another message. */
  async message(
    said_at: string,
    more: Partial<
      Pick<FeedMessageTable, "status" | "reason" | "facility_id">
    > = {},
  ): Promise<void> {
    await this.api.deps.store.db
      .insertInto("feed_messages")
      .values({
        digest: `digest ${++this.lastId}`,
        received_at: said_at,
        via: "mllp",
        encoding: "hl7",
        reused_id: 0,
        type: "ADT^A01",
        status: "used",
        facility_id: 111,
        role: "facility",
        said_at,
        movement: 1,
        ...more,
      })
      .execute();
  }

  /** Messages of unknown senders. */
  async strangers(count: number): Promise<void> {
    await sql`
      insert into feed_messages (digest, received_at, via, encoding, reused_id, type, status, reason, movement)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select 'stranger ' || n, '2026-06-15T08:00:00.000Z', 'mllp', 'hl7', 0, 'ADT^A01', 'waiting', 'unknown_sender', 0
      from numbers`.execute(this.api.deps.store.db);
  }

  /** Raises the version, so cached answers are computed again. */
  async change(): Promise<void> {
    await this.api.deps.store.db
      .updateTable("data_state")
      .set((row) => ({ version: row("version", "+", 1) }))
      .execute();
  }

  async ask(
    { place = null, page = 0, ...order }: Partial<CensusInput> = {},
    user: TestUser = COMPANY,
  ) {
    const { token } = await this.api.signIn(user);
    const asked = { place, page, ...order };
    const { answer } = await this.api.ask(token, listCensus, asked);
    return answer!;
  }

  async rowOf(facilityId: number, user: TestUser = COMPANY) {
    const { data } = await this.ask({}, user);
    return data.find(({ facility_id }) => facility_id === facilityId);
  }

  async marked(isnp = false) {
    const { token } = await this.api.signIn(COMPANY);
    const asked = { place: null, isnp };
    return (await this.api.ask(token, listMarked, asked)).answer!;
  }

  async listOf(kind: ResidentFindingKind, page = 0, user: TestUser = COMPANY) {
    const { rows, next } = await this.list(kind, page, user);
    return { rows: rows as ResidentFinding[], next };
  }

  /** Reasons of 111's waiting messages. */
  async waiting() {
    const { rows } = await this.list("waiting", 0, COMPANY);
    return rows as WaitingMessages[];
  }

  private async list(kind: FindingKind, page: number, user: TestUser) {
    const { token } = await this.api.signIn(user);
    const asked = { kind, facilityId: 111, page };
    const { answer } = await this.api.ask(token, listFindings, asked);
    return answer ?? { rows: [], next: null };
  }

  async numbersIn(kind: ResidentFindingKind, user: TestUser = COMPANY) {
    return (await this.listOf(kind, 0, user)).rows.map(({ mrn }) => mrn);
  }
}
