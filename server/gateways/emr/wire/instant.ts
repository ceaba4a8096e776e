import Type from 'typebox'

/** RFC 3339 with an offset. */
export const WireInstant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
})

export const WireDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
