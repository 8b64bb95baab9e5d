import {
  Component,
  createContext,
  useContext,
  useLayoutEffect,
  type ReactNode,
} from "react";
import { loadWithoutScripts } from "./scripts-run";

export type PageKind = "page" | "error-page";

export type FailedPart = "hydration" | "panel" | "page";

/** Resolves when the report is on its way, or cannot be made. */
export type ReportError = (part: FailedPart, error: unknown) => Promise<void>;

interface Progress {
  isDone: boolean;
  onRendered: (kind: PageKind, error: unknown) => void;
  report: ReportError;
}

/** The default, used on the server: errors stay where they happen. */
const ProgressContext = createContext<Progress>({
  isDone: true,
  onRendered: () => undefined,
  report: async () => undefined,
});

interface HydrationGuardProps {
  sent: PageKind;
  onFailure: (error: unknown) => void;
  report: ReportError;
  children: ReactNode;
}

/**
 * Hydration has failed if React's first render is not the page that was sent but an error page, or nothing. Remix
 * catches errors below this, so the page itself calls {@link usePageRendered}.
 */
export class HydrationGuard extends Component<
  HydrationGuardProps,
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };
  private rendered: PageKind | null = null;
  private error: unknown;
  private readonly progress: Progress = {
    isDone: false,
    onRendered: (kind, error) => {
      this.rendered = kind;
      this.error = error;
    },
    report: this.props.report,
  };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.progress.isDone = true;
    if (this.rendered !== this.props.sent) this.props.onFailure(this.error);
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

/** Tells the guard what React has rendered, a page or an error page. */
export function usePageRendered(kind: PageKind, error?: unknown): void {
  const progress = useContext(ProgressContext);
  useLayoutEffect(() => {
    if (!progress.isDone) progress.onRendered(kind, error);
  }, [progress, kind, error]);
}

interface ErrorGuardProps {
  part: FailedPart;
  fallback?: ReactNode;
  onError?: () => void;
  children: ReactNode;
}

interface Guarded {
  error: { thrown: unknown } | null;
  children: ReactNode;
}

/**
 * Keeps an error to one part, and tries again with new children. During hydration it rethrows: the server's page
 * stays.
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
