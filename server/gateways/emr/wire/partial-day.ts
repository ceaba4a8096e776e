import Type from 'typebox'

/** `yyyy`, `yyyy-MM` or `yyyy-MM-dd`, as exact as it is known; empty or missing if it is not. */
export const WirePartialDay = Type.Optional(
  Type.Union([Type.String({ pattern: '^(\\d{4}(-\\d{2}(-\\d{2})?)?)?$' }), Type.Null()]),
)
