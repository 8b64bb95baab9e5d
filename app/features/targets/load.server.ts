import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { usDayOf } from "~/domain/calendar";
import {
  findGraph,
  GRAPH_TAGS,
  RATE_GRAPHS,
} from "~/domain/graphs/rate-graphs";
import {
  endQuestion,
  loadSettings,
  numberIn,
  settingRow,
} from "~/features/place-settings/load-settings.server";
import { textsIn } from "~/http/read-form.server";
import { listTargets, type SetTarget } from "~server/targets/service";
import { TARGET_FIELDS, targetsInForce } from "./rules";
import { targetWords as words } from "./page-words";
import { noneSetText, targetNumber } from "./words";
import { placePath } from "~/paths";

/** Open to whoever may open the place's profile (R564). */
export async function loadTargets(args: LoaderFunctionArgs) {
  const asked = numberIn(args.request, "end");
  const { place, view, ...page } = await loadSettings(args, words, {
    ask: ({ ask }, place) => ask(listTargets, { place, ended: true }),
    entriesOf: (form) =>
      form.has("measure") ? textsIn(form, TARGET_FIELDS) : null,
    listOf({ targets, mayWrite }, place, today) {
      const closeHref = placePath("targets", place.level, place.id);
      const rowOf = ({
        measure,
        value,
        ...target
      }: DeepReadonly<SetTarget>) => {
        const { isOpen, ...row } = settingRow(target, place, mayWrite);
        return {
          ...row,
          measure: findGraph(measure)?.title ?? measure,
          target: targetNumber({ measure, value }),
          from: usDayOf(target.from),
          reason: target.reason,
          hrefs: isOpen ? { end: `${closeHref}?end=${row.id}` } : null,
        };
      };
      const open = targets.filter(({ endedAt }) => endedAt === null);
      const inForce = targetsInForce(open, today);
      const set = GRAPH_TAGS.flatMap((tag) => inForce[tag] ?? []);
      const rows = set.map(rowOf);
      const toEnd = rows.find(({ id, hrefs }) => hrefs && id === asked);
      const { question } = words;
      return {
        rows,
        ended: targets.filter(({ endedAt }) => endedAt !== null).map(rowOf),
        noneSet: noneSetText(set.map(({ measure }) => measure)),
        mayWrite,
        toEnd: toEnd
          ? endQuestion(toEnd, words, FACTS, { ...question, closeHref })
          : null,
      };
    },
  });
  const href = placePath("targets", place.level, place.id);
  const measures = RATE_GRAPHS.map(({ graph: value, title: label }) => ({
    value,
    label,
  }));
  return { view: { ...view, href, measures }, ...page };
}

const FACTS = ["measure", "target", "from", "reason", "written"] as const;
