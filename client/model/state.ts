import type { Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import type { Tone } from '../../schemas/base.ts'
import { createStore } from '../base/store.ts'

export interface View {
  screen: Screen
  /** The current address: path and query. */
  path: string
  /** Counts the screens reached by navigation; a refresh keeps the number. */
  arrival: number
  /** The path changed, not only its query. */
  moved: boolean
  /** How far down the screen was left that is shown again, in px. */
  top?: number
  /** The block that had the focus when a document was opened. */
  opener?: string
  /** The document that was left for this screen: its address, and the block that it was opened from. */
  left?: { path: string; opener?: string }
  /** It explains why the requested screen was refused. */
  isRefusal?: boolean
}
export interface BannerContent {
  text: string
  items: string[]
  retry?: () => void
  /** Something happened beside the user's work: does not take the focus, and goes when the screen can be refreshed again. */
  isBeside?: boolean
}
export interface Notice {
  key: number
  tone: Tone
  text: string
  durationMs: number
}
/** Removes a notice after its time or when the user closed it. */
export function forgetNotice({ notices }: Pick<State, 'notices'>, key: number): void {
  notices.set(notices.get().filter((each) => each.key !== key))
}
export type State = ReturnType<typeof createState>

/** The state that the client renders. */
export function createState() {
  return {
    shell: createStore<Shell | undefined>(undefined),
    view: createStore<View | undefined>(undefined),
    errorBanner: createStore<BannerContent | undefined>(undefined),
    notices: createStore<readonly Notice[]>([]),
    /** The text of a running action that blocks the page. */
    busy: createStore<string | undefined>(undefined),
    /** The next screen has been loading longer than a moment: another one, or the same with another query. */
    waiting: createStore<'elsewhere' | 'here' | undefined>(undefined),
    /** The server uses a newer protocol, or its files are newer than this page. */
    outdated: createStore(false),
    /** The session is over: nothing of the user is shown until the server has drawn a new shell. */
    ended: createStore(false),
    /** The ids of the forms that show errors. */
    invalidForms: createStore<ReadonlySet<string>>(new Set()),
  }
}
