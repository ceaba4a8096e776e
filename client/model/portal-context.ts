import { createContext, useContext } from 'react'
import type { Portal } from './portal.ts'

/** Empty where a block is drawn by itself, in a test or a catalogue. */
export const PortalContext = createContext<Portal | undefined>(undefined)

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('this can only be drawn inside of a portal')
  return portal
}
