import Type from 'typebox'

/** A text that a record server may leave out or send as null or empty. */
export const Note = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** Returns the text without surrounding blanks; undefined when there is none. */
export function noteOf(note: string | null | undefined): string | undefined {
  return note?.trim() || undefined
}
