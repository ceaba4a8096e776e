import Type, { type TUnsafe } from 'typebox'

type Scalar = string | number | boolean | null
export interface Comparison {
  /** JSON Pointer into the form's value. */
  path: string
  eq?: Scalar
  ne?: Scalar
  in?: Scalar[]
  nin?: Scalar[]
  exists?: boolean
  lt?: number
  gt?: number
  least?: number
  most?: number
  minLength?: number
  matches?: string
}
export type Condition = Comparison | { and: Condition[] } | { or: Condition[] } | { not: Condition }

const scalar = { type: ['string', 'number', 'boolean', 'null'] }
export const Condition: TUnsafe<Condition> = Type.Unsafe<Condition>({
  $id: 'Condition',
  description: 'When a field of a form shows: comparisons of one value, joined by and, or, not.',
  examples: [{ path: '/type', in: ['other'] }],
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['path'],
      minProperties: 2,
      properties: {
        path: { type: 'string', pattern: '^/' },
        eq: scalar,
        ne: scalar,
        in: { type: 'array', items: scalar },
        nin: { type: 'array', items: scalar },
        exists: { type: 'boolean' },
        lt: { type: 'number' },
        gt: { type: 'number' },
        least: { type: 'number', description: 'A number, or a text that writes one in digits, of at least so much.' },
        most: { type: 'number', description: 'A number, or a text that writes one in digits, of at most so much.' },
        minLength: { type: 'integer', minimum: 1, description: 'A text of at least so many characters.' },
        matches: {
          type: 'string',
          format: 'regex',
          maxLength: 500,
          description: 'A text that matches this regular expression, read with the flag u.',
        },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['and'],
      properties: { and: { type: 'array', items: { $ref: 'Condition' } } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['or'],
      properties: { or: { type: 'array', items: { $ref: 'Condition' } } },
    },
    { type: 'object', additionalProperties: false, required: ['not'], properties: { not: { $ref: 'Condition' } } },
  ],
})
