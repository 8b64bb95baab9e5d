import type { BrowserJourney } from "./browser";
import { awake, signInTo } from "./sign-in";

export const search: BrowserJourney = async (visitor, { demo }) => {
  await signInTo(visitor, "/search", demo("demo-company"));
  await awake(visitor);
  const name = await visitor.textOf('main a[href*="/facility-profile/"]');
  await visitor.press("header input[name=q]");
  await visitor.fill(/Search/, name.slice(0, 7));
  await visitor.find("[role=listbox] [role=option]");
  await visitor.pressKey("Enter");
  await visitor.at(/^\/search\?q=/);
  await visitor.find(["heading", /^Results for/]);
  await visitor.press('main a[href*="/facility-profile/"]');
  await visitor.find(["heading", /^Facility Profile/]); // The stars are a part of their own, which comes late.
  await visitor.see("CMS 5 Star Ratings");
};
