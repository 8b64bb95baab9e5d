import { todayWords as words } from "~/domain/today/today-words";
import { Button, buttonClass } from "~/ui/button";
import { Card } from "~/ui/card";
import { Figure, FigureList } from "~/ui/figure";
import { useHydrated } from "~/ui/hydration";
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
  const isHydrated = useHydrated();
  return (
    <Card
      headingId="counts-heading"
      heading={words.counts}
      actions={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <a href={view.fileHref} className={buttonClass("quiet")}>
            {words.export}
          </a>
          {isHydrated ? (
            <Button type="button" onClick={() => window.print()}>
              {words.print}
            </Button>
          ) : (
            <p className="text-sm text-muted">{words.printHint}</p>
          )}
        </div>
      }
    >
      <FigureList className="counts grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
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
