import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { titled } from "~/features/shell/page-title";
import { requireScreen } from "~/session/screen.server";
import { PageHead } from "~/ui/page-head";
import { Card } from "~/ui/card";

export { links } from "~/reports-and-users-sheet";

const TITLE = "Patient Profile";

/** A sample (R223): it asks the API host for nothing and shows no patient. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    crumbs: [
      dashboardCrumb(signedIn.user.viewer),
      { label: TITLE, current: true },
    ],
  };
}

export const meta = titled(TITLE);

const FIELDS = [
  "Name",
  "MRN",
  "Facility",
  "Primary care physician",
  "Admission date",
  "Discharge date",
  "Frailty score",
];

export default function PatientProfileRoute() {
  const { crumbs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={TITLE} crumbs={crumbs} />
      <Card headingId="sample-heading" heading="Sample profile">
        <p className="mb-4 max-w-prose">
          This page is a sample. It is not connected to any data and shows no
          patient.
        </p>
        <dl className="grid gap-4 text-sm sm:grid-cols-2 lg:grid-cols-4">
          {FIELDS.map((label) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd>Not connected</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  );
}
