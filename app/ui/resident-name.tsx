import { PageLink } from "./page-link";

export interface NamedResident {
  name: string;
  mrn: string | null;
  href: string;
}

export function ResidentName({ resident }: { resident: NamedResident }) {
  const { name, mrn, href } = resident;
  return (
    <>
      <PageLink to={href} className="action-link">
        {name}
      </PageLink>
      {mrn === null ? null : (
        <span className="block text-sm text-muted">{mrn}</span>
      )}
    </>
  );
}
