import { createContext, useContext } from 'react'
import type { Portal } from './portal.ts'

/** Undefined if a block is rendered alone, in a test or a catalog. */
export const PortalContext = createContext<Portal | undefined>(undefined)

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('this can only be drawn inside of a portal')
  return portal
}
