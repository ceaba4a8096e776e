import Type from 'typebox'

/** A query of a page on paper: `print=now` opens the print dialog by itself; anything else does nothing. */
export const printQuery = { print: Type.Optional(Type.String({ maxLength: 10 })) }
export const printNow = 'print=now'

export function printsAtOnce({ print }: { print?: string }): boolean {
  return `print=${print}` === printNow
}
