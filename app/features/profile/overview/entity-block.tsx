import { messages } from "~/domain/messages";
import { BrandMark } from "~/ui/brand-mark";
import { StarRating } from "~/ui/star-rating";
import { PanelEmpty, PanelError } from "../panel-states";
import type { ProfileView, StarRatings } from "../profile-view";

/** First block of the overview card: logo, place or person (dashboard spec §2). */
export function EntityBlock({ view }: { view: ProfileView }) {
  const { entity } = view;
  switch (entity.kind) {
    case "company":
      return (
        <div className="flex flex-wrap items-center gap-x-3">
          <BrandMark className="h-16 w-16" />
          <p className="text-xl font-semibold">{entity.siteName}</p>
        </div>
      );
    case "place":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{entity.name}</h3>
          {entity.parents.map((parent) => (
            <p key={parent} className="text-sm text-muted">
              {parent}
            </p>
          ))}
          {entity.ratings ? <Ratings ratings={entity.ratings} /> : null}
        </div>
      );
    case "physician":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{entity.name}</h3>
          <dl className="mt-1 text-sm">
            <Fact label="Primary specialty" values={[entity.specialty]} />
            <Fact label="Employer" values={[entity.employer]} />
            <Fact
              label={entity.facilities.length === 1 ? "Facility" : "Facilities"}
              values={entity.facilities}
            />
          </dl>
        </div>
      );
    case "no-physician":
      return (
        <div className="min-w-0">
          <h3 className="text-lg font-semibold">{messages.noPhysician}</h3>
          {entity.facility ? (
            <p className="text-sm text-muted">
              {messages.profile.facility}: {entity.facility}
            </p>
          ) : null}
        </div>
      );
    case "physician-error":
      return <PanelError view={view} isBrief />;
    case "physician-empty":
      return <PanelEmpty view={view} isBrief />;
  }
}

function Fact({ label, values }: { label: string; values: (string | null)[] }) {
  const known = values.filter((value) => value !== null);
  return (
    <div className="mt-1">
      <dt className="text-muted">{label}</dt>
      {known.length === 0 ? <dd>{messages.unknown}</dd> : null}
      {known.map((value, place) => (
        <dd key={place}>{value}</dd>
      ))}
    </div>
  );
}

const RATINGS: { key: keyof StarRatings; label: string }[] = [
  { key: "overall", label: "Overall" },
  { key: "survey", label: "Survey" },
  { key: "quality", label: "Quality" },
  { key: "staffing", label: "Staffing" },
];

function Ratings({ ratings }: { ratings: StarRatings }) {
  return (
    <>
      <h4 className="mt-2 text-sm font-semibold">{messages.profile.ratings}</h4>
      <dl className="text-sm">
        {RATINGS.map(({ key, label }) => (
          <div key={key} className="flex flex-wrap items-center gap-x-2">
            <dt className="w-16 text-muted">{label}</dt>
            <dd>
              <StarRating rating={ratings[key]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
