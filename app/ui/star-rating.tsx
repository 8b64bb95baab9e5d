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
