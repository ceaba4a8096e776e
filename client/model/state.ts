import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Tone } from '../../schemas/base.ts'
import { createStore } from '../base/store.ts'

export interface View {
  screen: Screen
  /** Where the browser is: path and query. */
  path: string
  /** Counts the screens that came by the person's own steps; the same one fetched again keeps its number. */
  arrival: number
  /** The path is another than before, not only its query. */
  moved: boolean
}
export interface BannerContent {
  text: string
  items: string[]
  retry?: () => void
}
export interface Notice {
  key: number
  tone: Tone
  text: string
  durationMs: number
}
/** It has been shown for long enough, or somebody has closed it. */
export function forgetNotice({ notices }: Pick<State, 'notices'>, key: number): void {
  notices.set(notices.get().filter((each) => each.key !== key))
}
export type State = ReturnType<typeof createState>

/** Everything that the client draws from. */
export function createState() {
  return {
    shell: createStore<Shell | undefined>(undefined),
    view: createStore<View | undefined>(undefined),
    errorBanner: createStore<BannerContent | undefined>(undefined),
    notices: createStore<readonly Notice[]>([]),
    /** What is being done, while a person waits for it. */
    busy: createStore<string | undefined>(undefined),
    /** A new screen has been on its way for longer than a person takes for an instant. */
    waiting: createStore(false),
    /** The server speaks a newer protocol, or its files are newer than this page. */
    outdated: createStore(false),
    /** The forms that show errors. */
    invalidForms: createStore<ReadonlySet<string>>(new Set()),
  }
}
