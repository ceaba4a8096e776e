import Type from 'typebox'
import type { ScreenBody } from '../../protocol/definitions.ts'

/** The query of a page on paper: `print=now` opens the print dialog by itself; anything else does nothing. */
export const printQuery = { print: Type.Optional(Type.String({ maxLength: 10 })) }

export function printsAtOnce({ print }: { print?: string }): boolean {
  return print === 'now'
}

/** The frame of a full-screen document (specification 2 §2.3). `to` is where it leads after a link from outside. */
export function documentFrame(to: string): Pick<ScreenBody, 'chrome' | 'back' | 'close'> {
  return { chrome: 'none', back: { label: 'Billing', to }, close: { label: 'Close', to } }
}
