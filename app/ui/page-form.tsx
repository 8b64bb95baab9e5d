import { Form, type FormProps, useRouteLoaderData } from "@remix-run/react";
import { forwardRef } from "react";
import { usePlainHref } from "./page-link";

type PageFormProps = Omit<
  FormProps,
  | "discover"
  | "relative"
  | "fetcherKey"
  | "navigate"
  | "reloadDocument"
  | "replace"
  | "state"
  | "viewTransition"
>;

function ServerForm(props: PageFormProps) {
  const {
    action,
    method = "get",
    preventScrollReset: _preventScrollReset,
    ...attributes
  } = props;
  const href = usePlainHref(action ?? "");
  return href === null ? (
    <Form {...props} discover="none" />
  ) : (
    <form
      {...attributes}
      method={method.toLowerCase() === "get" ? "get" : "post"}
      action={href}
    />
  );
}

/** A plain form on the server, as in {@link PageLink}. A post carries the session's token. */
export const PageForm = forwardRef<HTMLFormElement, PageFormProps>(
  function PageForm(given, ref) {
    const children =
      given.method === "post" ? (
        <>
          <CsrfField />
          {given.children}
        </>
      ) : (
        given.children
      );
    const props = { ...given, children };
    return typeof document === "undefined" ? (
      <ServerForm {...props} />
    ) : (
      <Form {...props} ref={ref} discover="none" />
    );
  },
);

export function CsrfField() {
  const token = useRouteLoaderData<{ csrfToken?: string }>("root")?.csrfToken;
  return token ? <input type="hidden" name="csrf" value={token} /> : null;
}
