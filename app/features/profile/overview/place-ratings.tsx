import { profileMessages } from "~/domain/profile-messages";
import { StarRating } from "~/ui/star-rating";
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
