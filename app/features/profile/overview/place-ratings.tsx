import { profileMessages } from "~/domain/profile-messages";
import type { StarRatings } from "../profile-view";

const RATINGS = [
  { key: "overall", label: "Overall" },
  { key: "survey", label: "Survey" },
  { key: "quality", label: "Quality" },
  { key: "staffing", label: "Staffing" },
] as const;

export function PlaceRatings({ ratings }: { ratings: StarRatings }) {
  return (
    <>
      <h4 className="mt-2 text-sm font-semibold">{profileMessages.ratings}</h4>
      <ul role="list" className="text-sm">
        {RATINGS.map(({ key, label }) => (
          <li key={key} className="flex min-h-6 flex-wrap items-center gap-x-2">
            <span className="w-16 text-muted">{label}</span>{" "}
            <StarRating rating={ratings[key]} />
          </li>
        ))}
      </ul>
      {ratings.marks.map((mark) => (
        <p key={mark} className="text-sm font-semibold">
          {mark}
        </p>
      ))}
      {ratings.date ? (
        <p className="text-sm text-muted">{ratings.date}</p>
      ) : null}
    </>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;
const STAR = "m8 1 2.1 4.6 5 .6-3.7 3.4 1 4.9L8 12l-4.4 2.5 1-4.9L.9 6.2l5-.6Z";

/** A rating of one to five: filled and hollow stars, and the same in words. Null is unknown. */
export function StarRating({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-muted">Unknown</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 88 16"
        width="88"
        height="16"
        className="star"
      >
        {STARS.map((star) => (
          <path
            key={star}
            d={STAR}
            transform={`translate(${(star - 1) * 18})`}
            className={star <= rating ? "fill-accent" : undefined}
          />
        ))}
      </svg>
      <span className="text-sm text-muted">{rating} of 5 stars</span>
    </span>
  );
}
