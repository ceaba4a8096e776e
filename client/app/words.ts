import { useContext } from 'react'
import { clientWords, type ClientWord } from '../../schemas/client-words.ts'
import type { Shell } from '../../schemas/shell.ts'
import { createCell, useCell } from './cell.ts'
import { PortalContext } from './portal-context.ts'

const noShell = createCell<Shell | undefined>(undefined)

/** The sentences that the client says by itself: the shell's, or English before it has come. */
export function useWords(): (name: ClientWord) => string {
  const shell = useCell(useContext(PortalContext)?.shell ?? noShell)
  return (name) => wordOf(shell, name)
}

export function wordOf(shell: Shell | undefined, name: ClientWord): string {
  return shell?.words[name] ?? clientWords[name]
}
