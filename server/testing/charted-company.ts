import type { NoteLevel } from "~/domain/graphs/note-kinds";
import type { WantedNote } from "~/features/chart-events/rules/note-problems";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  addChartNote,
  endChartNote,
  listChartNotes,
} from "~server/chart-events/service";
import { openTestApi, type TestApi, type TestUser } from "./open-test-api";
import { seedOrganization } from "./seed-organization";
import { TEST_DIALECT } from "./open-test-store";

type WrittenNote = WantedNote & { measures: GraphTag[] };

export const EVENT: WrittenNote = {
  kind: "event",
  measures: ["rth_30", "ed_30"],
  from: "2026-03-14",
  text: "A new unit manager",
};
export const PHASE: WrittenNote = {
  ...EVENT,
  kind: "phase",
  measures: ["hosp_1000"],
};

export class ChartedCompany {
  private constructor(readonly api: TestApi) {}

  static async open(dialect = TEST_DIALECT) {
    const company = new ChartedCompany(await openTestApi(dialect));
    await seedOrganization(company.db);
    return company;
  }

  get db() {
    return this.api.deps.store.db;
  }

  async signIn(user: TestUser) {
    const { token } = await this.api.signIn(user);
    return {
      read: async (path: string, { ended = false } = {}) => {
        const input = { place: placeOf(path), ended };
        const asked = await this.api.ask(token, listChartNotes, input);
        const { notes = [], mayWrite = null } = asked.answer ?? {};
        return { status: asked.status, notes, mayWrite };
      },
      add: async (
        path: string,
        note: WrittenNote & { replaces?: { noteId: number; version: number } },
      ) => {
        const input = { ...note, place: placeOf(path) };
        const asked = await this.api.ask(token, addChartNote, input);
        return { status: asked.status, ...asked.refusal?.body };
      },
      end: async (path: string, noteId: number, version = 1) => {
        const input = { place: placeOf(path), noteId, version };
        const { status } = await this.api.ask(token, endChartNote, input);
        return { status };
      },
    };
  }
}

function placeOf(path: string): { level: NoteLevel; id: number } {
  const [level, id] = path.split("/");
  return { level: level as NoteLevel, id: Number(id) };
}

export const COMPANY: TestUser = { accessLevel: "company" };
export const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };
