/** A house with an upward path for a door. Decorative: the product's name is next to it. */
export function BrandMark({ className = "h-8 w-8" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <path
        className="fill-accent"
        d="M16 2 2 13.5V28a2 2 0 0 0 2 2h24a2 2 0 0 0 2-2V13.5Z"
      />
      <path
        className="fill-paper"
        d="M8 30c0-6 8.5-6 6.5-11-.8-2-.8-4 .5-7h2c-.7 3 .3 4.5 1.5 6.5C21.5 23 17 24.5 20 30Z"
      />
    </svg>
  );
}
