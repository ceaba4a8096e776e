import { useContext } from 'react'
import type { ClientWord } from '../../schemas/client-words.ts'
import type { Shell } from '../../schemas/shell.ts'
import { createStore, useStore } from '../base/store.ts'
import { PortalContext } from './portal-context.ts'
import { wordOf } from './words.ts'

const noShell = createStore<Shell | undefined>(undefined)

/** Returns the client's own texts, for components. */
export function useWords(): (name: ClientWord) => string {
  const shell = useStore(useContext(PortalContext)?.shell ?? noShell)
  return (name) => wordOf(shell, name)
}
