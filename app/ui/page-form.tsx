import { Form, type FormProps } from "@remix-run/react";
import { forwardRef } from "react";
import { CsrfField } from "./csrf-field";
import { usePlainHref } from "./plain-href";

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

const BrowserForm = forwardRef<HTMLFormElement, PageFormProps>(
  function BrowserForm(props, ref) {
    return <Form {...props} ref={ref} discover="none" />;
  },
);

const ServerForm = forwardRef<HTMLFormElement, PageFormProps>(
  function ServerForm(props, ref) {
    const {
      action,
      method = "get",
      preventScrollReset: _preventScrollReset,
      ...attributes
    } = props;
    const href = usePlainHref(action ?? "");
    return href === null ? (
      <BrowserForm {...props} ref={ref} />
    ) : (
      <form
        {...attributes}
        method={method.toLowerCase() === "get" ? "get" : "post"}
        action={href}
      />
    );
  },
);

/**
 * A form that a page sends; on a server without Remix's work for browsers, as in {@link PageLink}. One that posts carries the
 * session's token.
 */
export const PageForm = forwardRef<HTMLFormElement, PageFormProps>(
  function PageForm({ children, ...props }, ref) {
    const Sent = typeof document === "undefined" ? ServerForm : BrowserForm;
    return (
      <Sent {...props} ref={ref}>
        {props.method === "post" ? <CsrfField /> : null}
        {children}
      </Sent>
    );
  },
);
