import { messages } from "~/domain/messages";
import { BrandMark } from "~/ui/brand-mark";
import { lazyComponent } from "~/rendering/lazy-component";
import { StaticPart } from "~/rendering/static-part";
import { PanelEmpty, PanelError } from "../panel-states";
import type { ProfileView, StarRatings } from "../profile-view";

/** Stars are drawn by a script of their own: in a document the server has drawn them already. */
const Ratings = lazyComponent(
  () => import("./place-ratings"),
  (chunk) => chunk.PlaceRatings,
);

/** First block of the overview card: logo, place or person (R43, R45). */
export function EntityBlock({ view }: { view: ProfileView }) {
  const { entity } = view;
  switch (entity.kind) {
    case "company":
      return (
        <div className="flex flex-wrap items-center gap-x-3">
          <BrandMark className="h-16 w-16" />
          <p className="text-xl font-semibold">{entity.companyName}</p>
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
          {entity.ratings ? (
            <StaticPart
              id="ratings"
              version={JSON.stringify(entity.ratings)}
              fallback={<RatingsRoom ratings={entity.ratings} />}
            >
              <Ratings ratings={entity.ratings} />
            </StaticPart>
          ) : null}
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

/** As high as the ratings. */
function RatingsRoom({ ratings }: { ratings: StarRatings }) {
  return (
    <>
      <div className="mt-2 h-[7.225rem]" />
      {ratings.marks.map((mark) => (
        <div key={mark} className="h-5" />
      ))}
      {ratings.date ? <div className="h-5" /> : null}
    </>
  );
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
