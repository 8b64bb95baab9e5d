import { landingPageFor } from "~/domain/access/landing";
import type { Viewer } from "~/domain/access/viewer";
import { paths, profilePath } from "~/paths";

export function landingPathFor(viewer: Viewer): string | null {
  const landing = landingPageFor(viewer);
  switch (landing.page) {
    case "users":
      return paths.users;
    case "company":
      return paths.companyOverview;
    case "profile":
      return profilePath(landing.level, landing.id);
    case "logo":
      return null;
  }
}
