import type { SerializeFrom } from "@remix-run/node";
import { changesPath } from "~/changes-paths";
import { Card } from "~/ui/card";
import { TEXT_LINK } from "~/ui/link-classes";
import { ListStates } from "~/ui/list-states";
import { PageHead } from "~/ui/page-head";
import { PageLink } from "~/ui/page-link";
import { Pager } from "~/ui/pager";
import type { loadChanges } from "./load.server";
import { changesWords as words } from "./words";

type Loaded = SerializeFrom<typeof loadChanges>;

export function ChangesScreen({
  view,
  crumbs,
}: Pick<Loaded, "view" | "crumbs">) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={crumbs} title={words.title} name={view.name}>
        <p className="text-sm text-muted">{view.since}</p>
      </PageHead>
      <ListStates list={view.list} href={view.href} empty={words.empty}>
        {(list) => (
          <Card
            headingId="changes-heading"
            heading={words.list}
            aside={<span className="text-sm text-muted">{list.counts}</span>}
          >
            <ul
              role="list"
              id="changes"
              className="columns-[20rem] gap-4 text-sm"
            >
              {list.rows.map((row) => (
                <li key={row.id} className="py-1 [break-inside:avoid]">
                  <h3 className="font-semibold">
                    <PageLink to={row.href} className={TEXT_LINK}>
                      {row.name}
                    </PageLink>
                  </h3>
                  <ul className="pl-3">
                    {row.changes.map(({ text, href }) => (
                      <li key={text + href}>
                        <PageLink to={href} className={TEXT_LINK}>
                          {text}
                        </PageLink>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            <Pager
              label={words.pages}
              page={list.page}
              pages={list.pages}
              hrefOf={(page) =>
                changesPath(view.place, page > 1 ? page : undefined)
              }
            />
          </Card>
        )}
      </ListStates>
      <p className="max-w-prose text-sm text-muted">{words.about}</p>
    </div>
  );
}
