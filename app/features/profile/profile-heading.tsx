import { messages } from "~/domain/messages";
import { CensusMarks } from "~/features/data-quality/census-marks";
import { profilePath } from "~/paths";
import { StaticPart } from "~/rendering/static-part";
import { Button, LinkButton } from "~/ui/button";
import { DateField, SelectField } from "~/ui/field";
import {
  FilterDetails,
  FILTER_NOTES_ID,
  FilterNotes,
} from "~/ui/filter-details";
import { useFollowLinks } from "~/ui/follow-links";
import type { NavLink } from "~/ui/nav";
import { PageForm } from "~/ui/page-form";
import { PageHead } from "~/ui/page-head";
import { RangePresetLinks } from "~/ui/range-preset-links";
import { useAcceptedFields } from "~/ui/use-accepted-fields";
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

const HINT_ID = "filter-dates-hint";

const texts = messages.profile;

// A browser that knows the condition `scripting` has pickers that show their own format; the hint is for the others.

function FilterBar({ view }: { view: ProfileView }) {
  const { filters, filterNotes } = view;
  const { formProps } = useAcceptedFields();
  const clearTo = clearLinkOf(view);
  const describedBy = filterNotes.length > 0 ? FILTER_NOTES_ID : HINT_ID;
  return (
    <FilterDetails inForce={inForceOf(view)} isOpen={filterNotes.length > 0}>
      <PageForm
        {...formProps}
        action={profilePath(view.level, view.id)}
        aria-label="Filters"
        className="filter-fields"
      >
        <DateField
          name="startDate"
          label={texts.fromDate}
          value={filters.startDate}
          describedBy={describedBy}
        />
        <DateField
          name="endDate"
          label={texts.toDate}
          value={filters.endDate}
          describedBy={describedBy}
        />
        <IsnpChoice view={view} />
        <FacilityFilter view={view} />
        <CarriedState view={view} />
        <Button variant="primary">{texts.submit}</Button>
        {clearTo !== null ? (
          <LinkButton
            variant="quiet"
            className="sm:min-h-9"
            to={clearTo}
            preventScrollReset
          >
            {messages.panel.clearFilters}
          </LinkButton>
        ) : null}
        <p
          id={HINT_ID}
          className="col-span-full text-sm text-muted scripted:hidden sm:py-2"
        >
          {texts.typedDate}
        </p>
        <RangePresetLinks
          texts={texts.rangePresets}
          href={ownHref(view)}
          presets={view.presets}
          inForce={filters}
        />
      </PageForm>
      <FilterNotes notes={filterNotes} />
    </FilterDetails>
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

function CarriedState({ view }: { view: ProfileView }) {
  const { filters } = view;
  return [
    [PREVIOUS_START, filters.startDate] as const,
    [PREVIOUS_END, filters.endDate] as const,
    ...ownQuery(view).filter(([name]) => VIEW_PARAMETERS.includes(name)),
  ].map(([name, value]) => <Hidden key={name} name={name} value={value} />);
}

function Hidden({ name, value }: { name: string; value: string | number }) {
  return <input type="hidden" name={name} value={value} />;
}

function IsnpChoice({ view }: { view: ProfileView }) {
  if (view.isnpFixed) {
    return <p className="py-2 font-medium">{texts.isnpOnly}</p>;
  }
  const chosen = String(view.filters.isnp);
  return (
    <div className="col-span-full">
      <SelectField
        key={chosen}
        id="isnp"
        name="isnp"
        label="ISNP"
        defaultValue={chosen}
      >
        <option value="false">All patients</option>
        <option value="true">{texts.isnpOnly}</option>
      </SelectField>
    </div>
  );
}

function FacilityFilter({ view }: { view: ProfileView }) {
  const { facilityId } = view.filters;
  if (view.facilityChoices.length === 0) {
    return facilityId === undefined ? null : (
      <p className="col-span-full py-2">
        {texts.facility}:{" "}
        <span className="font-medium">{view.facilityName}</span>
        <Hidden name="facility-id" value={facilityId} />
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
    >
      <option value="">{texts.allFacilities}</option>
      {view.facilityChoices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
