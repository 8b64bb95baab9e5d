import { ComparePanel } from "./compare/compare-panel";
import { GraphPanel } from "./graphs/graph-panel";
import { InspectorPanel } from "./inspector/inspector-panel";
import type { OpenPanel } from "./open-panel";
import type { ProfileView } from "./profile-view";
import { QualityPanel } from "./quality/quality-panel";

/** One script: smaller ones would share scripts that the page loads first. */
export function PanelBody({
  open,
  ...shared
}: {
  view: ProfileView;
  open: OpenPanel;
  closeHref: string;
}) {
  switch (open.kind) {
    case "inspect":
      return <InspectorPanel key={open.tag} tag={open.tag} {...shared} />;
    case "quality":
      return <QualityPanel {...shared} />;
    case "graph":
      return <GraphPanel key={open.tag} tag={open.tag} {...shared} />;
    case "compare":
      return <ComparePanel tag={open.tag} {...shared} />;
  }
}
