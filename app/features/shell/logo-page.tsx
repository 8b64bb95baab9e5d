import { BrandMark } from "~/ui/brand-mark";

/** The home page of those who have no single page of their own (dashboard spec §2, root route). */
export function LogoPage({ siteName }: { siteName: string }) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <BrandMark className="h-24 w-24" />
      <h1 className="text-2xl font-semibold">{siteName}</h1>
    </div>
  );
}
