import { createContext } from 'react'

/** Where a form in a dialog draws its button: among the buttons of the dialog. Undefined elsewhere. */
export const DialogSubmitContext = createContext<HTMLElement | undefined>(undefined)
