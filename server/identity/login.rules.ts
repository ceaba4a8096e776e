import Type from 'typebox'

/** A username: 4 to 100 characters of any script, without blanks at its ends and without control characters. */
export const NewLogin = Type.String({
  minLength: 4,
  maxLength: 100,
  pattern: '^[^\\s\\p{Cc}](?:[^\\p{Cc}]*[^\\s\\p{Cc}])?$',
})
