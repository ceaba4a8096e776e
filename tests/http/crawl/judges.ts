import type { Judge } from './judge.ts'
import { contract } from './judges/contract.ts'
import { emptyLists } from './judges/empty-lists.ts'
import { explanation } from './judges/explanation.ts'
import { files } from './judges/files.ts'
import { formChecks } from './judges/form-checks.ts'
import { ids } from './judges/ids.ts'
import { links } from './judges/links.ts'
import { marks } from './judges/marks.ts'
import { others } from './judges/others.ts'
import { refusals } from './judges/refusals.ts'
import { shell } from './judges/shell.ts'
import { topics } from './judges/topics.ts'
import { words } from './judges/words.ts'

/** THE list of judges: every screen, region, file and shell of every person is judged by each. */
export const judges: readonly Judge[] = [
  contract,
  refusals,
  links,
  files,
  shell,
  ids,
  formChecks,
  marks,
  emptyLists,
  words,
  topics,
  others,
  explanation,
]
