import { todayWords as words } from "./rules/words";
import { Card } from "~/ui/card";
import { Figure, FigureList } from "~/ui/figure";
import { TEXT_LINK } from "~/ui/link-classes";
import { PageLink } from "~/ui/page-link";
import type { TodayList } from "./load-today.server";

export function TodayCounts({ list }: { list: Pick<TodayList, "counts"> }) {
  return (
    <Card headingId="counts-heading" heading={words.counts}>
      <FigureList className="counts grid gap-x-4 gap-y-3">
        {list.counts.map(({ key, text, href }) => (
          <Figure key={key} label={words.shown[key]}>
            <PageLink to={href} className={TEXT_LINK}>
              {text}
            </PageLink>
          </Figure>
        ))}
      </FigureList>
    </Card>
  );
}
