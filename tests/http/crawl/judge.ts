import type { Screen } from '../../../schemas/screen.ts'
import type { Shell } from '../../../schemas/shell.ts'
import type { RunningPortal, Visitor } from '../../support/portal.ts'
import type { Page } from './crawl.ts'
import type { Check } from './published-contract.ts'

/** All that one person was shown. */
export interface Crawled {
  visitor: Visitor
  isSignedIn: boolean
  practice: 'lakeside' | 'northgate'
  /** The records that they may see, by number. Staff see all, and visitors none. */
  patients: readonly number[] | 'all'
  shell: Shell
  /** Screens and regions, those that did not open included. */
  pages: readonly Page[]
}

export interface Bench {
  portal: RunningPortal
  check: Check
}

/** A promise about all screens. A new screen is judged by each of them without a line of its own. */
export interface Judge {
  /** Ends a sentence that begins with what somebody is shown. */
  name: string
  /** Returns what is wrong, each with its address. */
  faultsIn(crawled: Crawled, bench: Bench): string[] | Promise<string[]>
}

export const opened = ({ pages }: Pick<Crawled, 'pages'>): Page[] => pages.filter(({ status }) => status === 200)

/** The screens that opened, each with its address in the browser. */
export function openedScreens(crawled: Pick<Crawled, 'pages'>): { address: string; screen: Screen }[] {
  return opened(crawled)
    .filter(({ path }) => path.startsWith('/ui/screens'))
    .map(({ path, body }) => ({ address: path.replace('/ui/screens', ''), screen: body as Screen })) // the contract is judged apart
}
