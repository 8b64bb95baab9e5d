import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signInWords as words } from "~/features/second-factor/rules/sign-in-words";
import { CodeField } from "~/features/second-factor/code-field";
import { KeyToScan } from "~/features/second-factor/key-to-scan";
import {
  OwnFactorPage,
  ProofFields,
} from "~/features/second-factor/own-factor-page";
import { pageTitle } from "~/features/shell/page-title";
import {
  loadSetUpFactor,
  setUpFactor,
} from "~/features/second-factor/own-factor.server";

export { links } from "~/reports-and-users-sheet";
export { loadSetUpFactor as loader, setUpFactor as action };
export { headers } from "~/http/action-headers";

export const meta: MetaFunction<typeof loadSetUpFactor> = ({
  matches,
  data,
}) => [
  {
    title: pageTitle(
      matches,
      data?.isRenewal ? words.renewTitle : words.setUpTitle,
    ),
  },
];

export default function SetUpFactorRoute() {
  const { isRenewal, drawn } = useLoaderData<typeof loadSetUpFactor>();
  const sentence = isRenewal
    ? `The new key replaces the old one. The old key and recovery codes stop working. `
    : "";
  return (
    <OwnFactorPage
      title={isRenewal ? words.renewTitle : words.setUpTitle}
      sentence={`${sentence}${words.endsOthers}`}
      submit={isRenewal ? words.renew : words.setUp}
    >
      <KeyToScan drawn={drawn} />
      <CodeField label={isRenewal ? "Code from the new key" : words.code} />
      <ProofFields needsCode={isRenewal} />
    </OwnFactorPage>
  );
}
