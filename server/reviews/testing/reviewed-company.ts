import type { z } from "zod";
import type { ReviewAnswers } from "~/features/reviews/rules/answers";
import type { ReviewAction } from "~/features/reviews/rules/review-rules";
import { epochDayOf } from "~/domain/calendar";
import type { Insertable } from "kysely";
import type { Service } from "~server/door/services";
import type { Flag, TransferTable } from "~server/store/schema";
import {
  openTestApi,
  type TestApi,
  type TestUser,
} from "~server/testing/open-test-api";
import {
  changeReview,
  countReviews,
  findReview,
  listReviews,
  type Review,
} from "../service";
import { seedOrganization } from "~server/testing/seed-organization";
import { TEST_DIALECT } from "~server/testing/open-test-store";

export const TODAY = epochDayOf("2026-06-15");

/** The test organisation with a transfer per resident, and one of resident 1 outside any stay. */
export class ReviewedCompany {
  private constructor(readonly api: TestApi) {}

  static async open(dialect = TEST_DIALECT): Promise<ReviewedCompany> {
    const company = new ReviewedCompany(await openTestApi(dialect));
    await seedOrganization(company.db);
    // Marks facility 211's stay as ISNP.
    await company.db
      .updateTable("stays")
      .set({ isnp: 1 })
      .where("id", "=", 2)
      .execute();
    await company.transfer(10, 3, { patient_id: 1, facility_id: 111 });
    await company.transfer(20, 8, { patient_id: 2, facility_id: 211 });
    await company.transfer(30, 7, { patient_id: 3, facility_id: 121 });
    await company.transfer(40, 0, { patient_id: 4, facility_id: 112 });
    await company.transfer(50, 20, {
      patient_id: 1,
      facility_id: 111,
      stay_id: null,
    });
    return company;
  }

  get db() {
    return this.api.deps.store.db;
  }

  async transfer(
    id: number,
    daysAgo: number,
    of: Pick<TransferTable, "patient_id" | "facility_id"> &
      Partial<Insertable<TransferTable>>,
  ): Promise<void> {
    const flag: Flag = 0;
    const transferred_on = TODAY - daysAgo;
    const first = await this.db
      .selectFrom("transfers")
      .where("patient_id", "=", of.patient_id)
      .where("facility_id", "=", of.facility_id)
      .where("transferred_on", "=", transferred_on)
      .select("id")
      .executeTakeFirst();
    await this.db
      .insertInto("transfers")
      .values({
        id,
        transferred_on,
        outcome: "inpatient",
        planned: flag,
        long_stay: flag,
        stay_id: of.patient_id,
        recorded_patient_id: null,
        trip_id: first?.id ?? id,
        trip_planned: first ? null : (of.planned ?? flag),
        ...of,
      })
      .execute();
  }

  async signIn(user: TestUser): Promise<Asker> {
    const { token } = await this.api.signIn(user);
    return new Asker(this.api, token);
  }
}

/** A signed-in user who asks for reviews. */
export class Asker {
  constructor(
    private readonly api: TestApi,
    private readonly token: string,
  ) {}

  get(path: string): Promise<Response> {
    return this.api.get(path, this.token);
  }

  ask<Input extends z.ZodTypeAny, Result>(
    service: Service<Input, Result>,
    input: z.input<Input>,
  ) {
    return this.api.ask(this.token, service, input);
  }

  find(id: number) {
    return this.ask(findReview, { id });
  }

  async review(id: number): Promise<Review> {
    return given(await this.find(id));
  }

  async list(asked: Partial<z.input<typeof listReviews.input>> = {}) {
    return given(await this.ask(listReviews, { page: 0, ...asked }));
  }

  async counts(place?: z.input<typeof countReviews.input>["place"]) {
    return given(await this.ask(countReviews, { place }));
  }

  /** Returns the status. */
  async write(
    id: number,
    version: number,
    answers: Partial<ReviewAnswers>,
  ): Promise<number> {
    return (await this.act(id, version, "save", { answers })).status;
  }

  act(id: number, version: number, action: ReviewAction, more: object = {}) {
    return this.ask(changeReview, { id, action, version, ...more });
  }
}

function given<Answer>({ answer }: { answer: Answer | null }): Answer {
  if (answer === null) throw new Error("there is no answer");
  return answer;
}
