import { clientWords, type ClientWord } from '../../schemas/client-words.ts'
import type { Shell } from '../../schemas/shell.ts'

/** Returns a text of the client itself: the shell's, or English before the shell is loaded. */
export function wordOf(shell: Shell | undefined, name: ClientWord): string {
  return shell?.words[name] ?? clientWords[name]
}
