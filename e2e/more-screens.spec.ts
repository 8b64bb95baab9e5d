import { lookAt } from "./support/look-at-screens";
import { SCREENS, VARIANTS } from "./support/pages/every-screen";

lookAt(SCREENS.filter(({ name }) => VARIANTS.includes(name)));
