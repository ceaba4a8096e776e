import { useContext } from 'react'
import type { ClientWord } from '../../schemas/client-words.ts'
import type { Shell } from '../../schemas/shell.ts'
import { createCell, useCell } from '../base/cell.ts'
import { PortalContext } from './portal-context.ts'
import { wordOf } from './words.ts'

const noShell = createCell<Shell | undefined>(undefined)

/** The sentences that the client says by itself, for components. */
export function useWords(): (name: ClientWord) => string {
  const shell = useCell(useContext(PortalContext)?.shell ?? noShell)
  return (name) => wordOf(shell, name)
}
