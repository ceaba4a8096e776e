import type { ScreenJudge } from './judge.ts'
import { access } from './judges/access.ts'
import { cells } from './judges/cells.ts'
import { fits } from './judges/fits.ts'
import { focusRings } from './judges/focus-rings.ts'
import { largeText } from './judges/large-text.ts'
import { leftEdge } from './judges/left-edge.ts'
import { longNames } from './judges/long-names.ts'
import { rowActions } from './judges/row-actions.ts'
import { tables } from './judges/tables.ts'
import { tabs } from './judges/tabs.ts'

/** THE list of judges: every screen that anybody sees is judged by each, while it is open. */
export const judges: readonly ScreenJudge[] = [
  access,
  fits,
  leftEdge,
  tables,
  cells,
  rowActions,
  tabs,
  focusRings,
  longNames,
  largeText,
]
