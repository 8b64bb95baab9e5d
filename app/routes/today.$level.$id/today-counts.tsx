import { todayWords as words } from "~/domain/today/today-words";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Figure, FigureList } from "~/ui/figure";
import { PageLink } from "~/ui/page-link";
import type { TodayList, TodayView } from "./today-view";

/** The numbers above the list (R332), and the ways to take it along. */
export function TodayCounts({
  view,
  list,
}: {
  view: TodayView;
  list: TodayList;
}) {
  return (
    <Card
      headingId="counts-heading"
      heading={words.counts}
      actions={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <a href={view.fileHref} className="action-link">
            {words.export}
          </a>
          {/* Each has its place before scripts run, so that nothing moves when they do. */}
          <span className="hidden scripted:block">
            <Button type="button" onClick={() => window.print()}>
              {words.print}
            </Button>
          </span>
          <span className="text-sm text-muted scripted:hidden">
            {words.printHint}
          </span>
        </div>
      }
    >
      <FigureList className="counts grid gap-x-4 gap-y-3">
        {list.counts.map(({ key, text, href }) => (
          <Figure
            key={key}
            label={key === "in_house" ? words.inHouse : words.shown[key]}
          >
            <PageLink
              to={href}
              className="text-accent underline decoration-control underline-offset-2 hover:decoration-current"
            >
              {text}
            </PageLink>
          </Figure>
        ))}
      </FigureList>
    </Card>
  );
}
