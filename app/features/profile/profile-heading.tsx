import { messages } from "~/domain/messages";
import {
  FilterForm,
  IsnpField,
  RangeFields,
} from "~/features/report-filters/filter-form";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { profilePath } from "~/paths";
import { StaticPart } from "~/rendering/static-part";
import { SelectField } from "~/ui/field";
import { useFollowLinks } from "~/ui/follow-links";
import type { NavLink } from "~/ui/nav";
import { PageHead } from "~/ui/page-head";
import {
  ownHref,
  ownQuery,
  PREVIOUS_END,
  PREVIOUS_START,
} from "./profile-links";
import type { ProfileView } from "./profile-view";
import { VIEW_PARAMETERS } from "./view-parameters";

export function ProfileHeading({ view }: { view: ProfileView }) {
  const { level, name, title, crumbs, morning } = view;
  // The overview is its own way home; a trail of that one entry would say the title twice.
  const trail = level === "company" ? [] : crumbs;
  return (
    <PageHead
      crumbs={trail}
      title={title}
      name={name}
      aside={<FilterBar view={view} />}
    >
      <CensusMarks marks={view.marks} />
      <StaticPart
        id="morning"
        version={view.rendered.keys.morning}
        fallback={null}
        onClick={useFollowLinks()}
      >
        <MorningLinks label="This morning" links={morning.counts} />
        <MorningLinks label="First" links={morning.first} />
      </StaticPart>
    </PageHead>
  );
}

function MorningLinks({
  label,
  links,
}: {
  label: string;
  links: (NavLink & { why?: string })[];
}) {
  if (links.length === 0) return null;
  return (
    <ul role="list" aria-label={label} className="morning">
      {links.map(({ href, text, why }) => (
        <li key={href}>
          <a href={href}>{text}</a>
          {why === undefined ? null : (
            <span className="text-muted">{` ${why}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const texts = messages.profile;

function FilterBar({ view }: { view: ProfileView }) {
  const { filters, filterNotes, isnpFixed, presets } = view;
  const carried = ownQuery(view).filter(([name]) =>
    VIEW_PARAMETERS.includes(name),
  );
  return (
    <FilterForm
      action={profilePath(view.level, view.id)}
      className="filter-fields"
      hidden={{
        [PREVIOUS_START]: filters.startDate,
        [PREVIOUS_END]: filters.endDate,
        ...Object.fromEntries(carried),
      }}
      clearHref={clearLinkOf(view)}
      notes={filterNotes}
      presets={{ href: ownHref(view), presets, inForce: filters }}
      hasDates
      inForce={inForceOf(view)}
    >
      {() => (
        <>
          <RangeFields range={filters} notes={filterNotes} />
          <div className={isnpFixed ? undefined : "col-span-full"}>
            <IsnpField isnp={filters.isnp} isFixed={isnpFixed} />
          </div>
          <FacilityFilter view={view} />
        </>
      )}
    </FilterForm>
  );
}

function inForceOf(view: ProfileView): string[] {
  const { filters, isnpFixed, facilityName } = view;
  return [
    view.rangeName,
    filters.isnp || isnpFixed ? texts.isnpOnly : "All patients",
    ...(facilityName ? [facilityName] : []),
  ];
}

/** An empty list has the link that clears the filters itself, and a page shows that link once. */
function clearLinkOf({ list, clearHref }: ProfileView): string | null {
  const hasRows = list.state === "data" && list.data.rows > 0;
  return hasRows || list.state === "error" ? clearHref : null;
}

function FacilityFilter({ view }: { view: ProfileView }) {
  const { facilityId } = view.filters;
  if (view.facilityChoices.length === 0) {
    return facilityId === undefined ? null : (
      <p className="col-span-full py-2">
        {texts.facility}:{" "}
        <span className="font-medium">{view.facilityName}</span>
        <input type="hidden" name="facility-id" value={facilityId} />
      </p>
    );
  }
  const chosen = facilityId === undefined ? "" : String(facilityId);
  return (
    <SelectField
      key={chosen}
      id="facility-id"
      name="facility-id"
      label={texts.facility}
      defaultValue={chosen}
      options={[
        ["", texts.allFacilities],
        ...view.facilityChoices.map(({ id, name }) => [id, name] as const),
      ]}
    />
  );
}
