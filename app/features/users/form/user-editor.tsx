import { useState } from "react";
import { userFormWords } from "../rules/form-words";
import { Button, LinkButton } from "~/ui/button";
import { Sheet, SheetClose } from "~/ui/sheet";
import { EDITOR_ID, usersHref } from "./editor-address";
import { FORM_FIELDS, USER_FORM_ID } from "./user-form";
import { UserFormElement, type UserFormProps } from "./user-form-element";
import { useNavigationNow } from "~/ui/navigation";

export type UserEditorProps = Omit<UserFormProps, "saveText" | "anchor">;

/** The dialog over the list of users that adds one or changes one (R211). */
export function UserDialog({
  returnFocusTo,
  ...props
}: UserEditorProps & {
  /** Id of what opens it. */
  returnFocusTo: string;
}) {
  const editor = useEditor(props);
  return (
    <Sheet
      id={EDITOR_ID}
      kind="modal"
      title={props.title}
      closeHref={usersHref(props.search)}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <SheetClose>{userFormWords.cancel}</SheetClose>
          <Button
            form={USER_FORM_ID}
            variant="primary"
            aria-disabled={editor.isSending}
          >
            {editor.saveText}
          </Button>
          <AnotherButton {...props} isSending={editor.isSending} />
        </>
      }
    >
      <UserFormElement {...props} {...editor} anchor={EDITOR_ID} />
    </Sheet>
  );
}

/** The page that creates a user: the same form, with its actions under it. */
export function UserPage(props: UserEditorProps) {
  const editor = useEditor(props);
  return (
    <div
      id={EDITOR_ID}
      className="max-w-modal rounded border border-hairline bg-paper p-4"
    >
      <UserFormElement {...props} {...editor} anchor={EDITOR_ID} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <LinkButton to={usersHref(props.search)}>
          {userFormWords.cancel}
        </LinkButton>
        <Button
          form={USER_FORM_ID}
          variant="primary"
          aria-disabled={editor.isSending}
        >
          {editor.saveText}
        </Button>
        <AnotherButton {...props} isSending={editor.isSending} />
      </div>
    </div>
  );
}

/** Creates the user and comes back for another one of the same level and places. Enter in a field presses the first button. */
function AnotherButton({
  data,
  isSending,
}: Pick<UserEditorProps, "data"> & { isSending: boolean }) {
  return data.held ? null : (
    <Button
      form={USER_FORM_ID}
      name={FORM_FIELDS.another}
      value="another"
      aria-disabled={isSending}
    >
      {userFormWords.createAnother}
    </Button>
  );
}

/** Here and not in the form, which is another one once scripts have made a dialog of its sheet. */
function useEditor({ data, answer }: UserEditorProps) {
  const [view, setView] = useState(answer?.repopulateFields ?? data.form);
  const isSending = useNavigationNow().state === "submitting";
  const { create, save } = userFormWords;
  return { view, setView, isSending, saveText: data.held ? save : create };
}
