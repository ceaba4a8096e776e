import { createContext } from 'react'

/** Where the tools of the screen's document stand: in its bar. Null where it has none. */
export const DocumentTools = createContext<HTMLElement | null>(null)
