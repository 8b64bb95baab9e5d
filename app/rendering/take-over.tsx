import {
  Component,
  createContext,
  useContext,
  useLayoutEffect,
  type ReactNode,
} from "react";
import { loadWithoutScripts } from "./leave-alone";

/** What a document shows: its page, or an error page in its place. */
export type PageKind = "page" | "error-page";

/** What failed: the take-over of a document, one panel of a page, or a page. */
export type FailedPart = "take-over" | "panel" | "page";

/** Resolves when the report is on its way, or cannot be made. */
export type ReportError = (part: FailedPart, error: unknown) => Promise<void>;

interface Progress {
  isDone: boolean;
  /** Which kind of page has been drawn, and what error led there. */
  onDrawn: (kind: PageKind, error: unknown) => void;
  report: ReportError;
}

/** Used without a take-over, as on a server: errors stay where they happen. */
const ProgressContext = createContext<Progress>({
  isDone: true,
  onDrawn: () => undefined,
  report: async () => undefined,
});

interface TakeOverProps {
  /** The kind of page that the server has sent. */
  sent: PageKind;
  /** Scripts could not draw what the server has sent. */
  onFailure: (error: unknown) => void;
  report: ReportError;
  children: ReactNode;
}

/**
 * Watches scripts take over the page of the server. It has failed where the first drawing is not the page that was sent:
 * an error page in its place, or none. Frameworks between here and the page catch errors too, so the page itself says
 * that it is drawn ({@link usePageIsDrawn}).
 */
export class TakeOver extends Component<TakeOverProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  private drawn: PageKind | null = null;
  private error: unknown;
  private readonly progress: Progress = {
    isDone: false,
    onDrawn: (kind, error) => {
      this.drawn = kind;
      this.error = error;
    },
    report: this.props.report,
  };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.progress.isDone = true;
    if (this.drawn !== this.props.sent) this.props.onFailure(this.error);
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.hasFailed ? null : (
      <ProgressContext.Provider value={this.progress}>
        {this.props.children}
      </ProgressContext.Provider>
    );
  }
}

/** For the page and the error page: tells the {@link TakeOver} which of them stands, and what error led there. */
export function usePageIsDrawn(kind: PageKind, error?: unknown): void {
  const progress = useContext(ProgressContext);
  useLayoutEffect(() => {
    if (!progress.isDone) progress.onDrawn(kind, error);
  }, [progress, kind, error]);
}

interface ErrorGuardProps {
  part: FailedPart;
  /** What stands where the part has failed; a sentence and a link when left out. */
  fallback?: ReactNode;
  /** After the error has been reported. */
  onError?: () => void;
  children: ReactNode;
}

interface Guarded {
  error: { thrown: unknown } | null;
  /** What was drawn, or could not be. */
  children: ReactNode;
}

/**
 * Keeps an error of a part to that part. While scripts take a page over it lets the error through: then the page of the
 * server stays, with the part in it. What is drawn anew is tried again.
 */
export class ErrorGuard extends Component<ErrorGuardProps, Guarded> {
  static override contextType = ProgressContext;
  override state: Guarded = { error: null, children: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: { thrown: error } };
  }

  static getDerivedStateFromProps(
    { children }: ErrorGuardProps,
    before: Guarded,
  ): Guarded {
    return before.children === children ? before : { error: null, children };
  }

  override componentDidCatch(error: unknown) {
    const { part, onError } = this.props;
    const { report } = this.context as Progress;
    void report(part, error).then(onError);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (!(this.context as Progress).isDone) throw error.thrown;
    const { fallback = <PartFailed /> } = this.props;
    return fallback;
  }
}

/** With a way to the page as the server draws it. */
function PartFailed() {
  return (
    <p role="alert" className="text-sm">
      This part of the page could not be shown.{" "}
      <a
        href={window.location.href}
        onClick={(event) => {
          if (loadWithoutScripts()) event.preventDefault();
        }}
        className="text-accent underline"
      >
        Load the page again
      </a>
    </p>
  );
}
