import { clientWords, type ClientWord } from '../../schemas/client-words.ts'
import type { Shell } from '../../schemas/shell.ts'

/** A sentence that the client says by itself: the shell's, or English before it has come. */
export function wordOf(shell: Shell | undefined, name: ClientWord): string {
  return shell?.words[name] ?? clientWords[name]
}
