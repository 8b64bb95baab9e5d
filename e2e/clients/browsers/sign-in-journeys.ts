import type { BrowserJourney } from "./browser";
import { awake, submitLogin } from "./sign-in";

export const login: BrowserJourney = async (visitor, { demo }) => {
  await visitor.open("/company-overview?isnp=true");
  await visitor.at(/^\/login/);
  await submitLogin(visitor, demo("demo-company"));
  await visitor.at(/^\/company-overview\?isnp=true/);
  await visitor.find(["heading", /^Company Overview/]);
  await awake(visitor);
};
