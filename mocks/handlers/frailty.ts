import { getFrailty } from "~/contract/frailty";
import { bandForScore, type FrailtyBand } from "~/domain/frailty";
import { patientsOf } from "../figures";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { answerFigures } from "../question";

export function frailtyHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "frailty", getFrailty, (call) =>
      answerFigures(host, call, (question) => {
        const patients = patientsOf(question);
        if (patients.length === 0) return null;
        const countOf = (band: FrailtyBand) =>
          patients.filter((one) => bandForScore(one.frailtyScore) === band)
            .length;
        return {
          high: countOf("high"),
          medium: countOf("medium"),
          low: countOf("low"),
        };
      }),
    ),
  ];
}
