import Type, {
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TSchemaOptions,
  type TUnsafe,
} from 'typebox'

/** Every object of the contract is closed: an unknown property is an error. */
export function closed<P extends TProperties>(properties: P, options: TSchemaOptions = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** Refers to a schema by name, relative to /ui/schemas/, where all schemas are served. */
export function refTo(schema: TSchema): { $ref: string } {
  const { $id } = schema as { $id?: string } // TSchema does not declare its own options
  if (!$id) throw new Error('a schema without a name cannot be referred to')
  return { $ref: $id }
}

/** A member whose schema is published under its own name. */
export function ref<S extends TSchema>(schema: S): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>(refTo(schema))
}

export const Id = Type.String({
  pattern: '^[a-zA-Z0-9][a-zA-Z0-9._:-]*$',
  maxLength: 120,
  description: 'A stable name, unique within its screen.',
})

/** A path on the same origin; never another site. */
export const Route = Type.String({
  pattern: '^/(?![/\\\\])[^\\s\\\\]*$',
  maxLength: 2000,
  description: 'A path on the same origin, with its query.',
})

export const Href = Type.String({
  pattern: '^(https://|tel:\\+?[0-9]|mailto:|/(?![/\\\\]))[^\\s]*$',
  maxLength: 2000,
  description: 'A secure address, a phone number, a mail address or a path on the same origin.',
})

export const Tone = Type.Union(
  [
    Type.Literal('neutral'),
    Type.Literal('info'),
    Type.Literal('success'),
    Type.Literal('warning'),
    Type.Literal('error'),
  ],
  { description: 'What something means; the theme decides the colour, words always say it too.' },
)
export type Tone = Static<typeof Tone>

const iconNames = [
  'beaker',
  'building',
  'calendar',
  'camera',
  'card',
  'check',
  'clipboard',
  'clock',
  'document',
  'edit',
  'folder',
  'home',
  'info',
  'key',
  'list',
  'location',
  'lock',
  'message',
  'person',
  'people',
  'phone',
  'search',
  'settings',
  'signout',
  'video',
  'warning',
] as const
export type IconName = (typeof iconNames)[number]
export const Icon = Type.Unsafe<IconName>({
  type: 'string',
  enum: iconNames,
  description: 'A neutral name; the client picks the drawing.',
})

export const Span = closed({ text: Type.String(), strong: Type.Optional(Type.Boolean()), href: Type.Optional(Href) })
export type Span = Static<typeof Span>

export const Count = closed({
  value: Type.Integer({ minimum: 0 }),
  words: Type.String({ description: 'What is counted, e.g. "3 rooms"; for assistive technology.' }),
})
export type Count = Static<typeof Count>

export const Words = Type.Union([Type.String(), Type.Array(Span)], {
  description: 'Plain words, or pieces of which some are strong or lead somewhere.',
})
export type Words = Static<typeof Words>

export const Picture = closed(
  {
    src: Type.Optional(
      Type.String({ description: 'Where the picture is; without it the initials stand on a tinted disc.' }),
    ),
    initials: Type.Optional(Type.String({ maxLength: 3 })),
    alt: Type.String({ description: 'What it shows, or empty when the words beside it say so.' }),
  },
  { description: 'A small picture beside words.' },
)
export type Picture = Static<typeof Picture>
