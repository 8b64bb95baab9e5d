import { json, redirect } from "@remix-run/node";
import { postRecoveryCodes } from "~/contract/second-factor";
import { pageError } from "~/data/page-error.server";
import { factorWords } from "~/domain/second-factor/factor-words";
import { recoveryCodesLeft } from "~/domain/second-factor/factor-notices";
import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { readTypedCode } from "~/domain/second-factor/typed-code";
import {
  fieldOf,
  missingIn,
  refusalOfHost,
  refuseFields,
} from "~/features/second-factor/answer-factor-form.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { guardPage, requireUserFor } from "~/session/guard-page.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { codesCookie, takeCodes } from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";

const PAGE = { page: "sign-in-settings" } as const;

/** Codes that were just made, once; else the form that makes new ones. */
export async function loadRecoveryCodes(request: Request) {
  const signedIn = await requireUserFor(request, PAGE);
  await signedIn.takeKeptForm();
  const shown = await takeCodes(request, signedIn.user.id);
  if (shown) {
    return json(
      {
        codes: shown.codes,
        goOn: shown.goOn ?? signInPaths.own,
        left: null,
      },
      { headers: { "Set-Cookie": shown.header, "Cache-Control": "no-store" } },
    );
  }
  const { second_factor } = await ownSignInOf(signedIn);
  if (!second_factor) throw redirect(signInPaths.own);
  return json({
    codes: null,
    goOn: signInPaths.own,
    left: recoveryCodesLeft(second_factor.recovery_codes_left),
  });
}

/** Makes new codes and leads to them. */
export async function makeRecoveryCodes(request: Request) {
  const { form, signedIn } = await requireUserByForm(request);
  await guardPage(signedIn, PAGE);
  const missing = missingIn(form, { code: words.codeMissing });
  if (missing) return refuseFields(missing);
  const code = fieldOf(form, "code").trim();
  if (!readTypedCode(code)) return refuseFields({ code: factorWords.noCode });
  const outcome = await signedIn.call(postRecoveryCodes, { body: { code } });
  if (outcome.kind === "failure") return refusalOfHost(outcome);
  if (outcome.kind === "empty") throw pageError(502);
  const codes = outcome.answer.data.recovery_codes;
  const shown = { userId: signedIn.user.id, codes, goOn: null };
  return redirect(signInPaths.recoveryCodes, {
    status: 303,
    headers: { "Set-Cookie": await codesCookie(shown) },
  });
}
