import Type, { type Static } from 'typebox'
import { Action } from './action.ts'
import { closed, Icon, Id, ref, Route } from './base.ts'
import { Dialog } from './dialog.ts'
import { protocolVersion, Topics } from './screen.ts'

const Entry = closed({ id: Id, label: Type.String(), icon: Type.Optional(Icon), do: ref(Action) })
export type Entry = Static<typeof Entry>

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
export const Theme = closed({
  primary: Type.Unsafe<string>({ ...Colour, description: 'Text on white, buttons, links.' }),
  accent: Type.Unsafe<string>({ ...Colour, description: 'Surfaces, borders, focus ring, large decoration.' }),
  radius: Type.Integer({ minimum: 0, maximum: 24 }),
  density: Type.Union([Type.Literal('comfortable'), Type.Literal('compact')]),
})
export type Theme = Static<typeof Theme>

export const Shell = closed(
  {
    protocol: Type.Literal(protocolVersion),
    locale: Type.String(),
    brand: closed({
      name: Type.String(),
      logo: Type.Optional(Type.String()),
      to: Type.Optional(Route),
      centred: Type.Boolean(),
    }),
    navigation: closed({
      label: Type.String(),
      menuLabel: Type.String(),
      from: Type.Integer({ description: 'Width in px from which it stands in the header; below it is a menu.' }),
      entries: Type.Array(Entry),
      narrowEntries: Type.Array(Entry),
    }),
    account: Type.Optional(closed({ label: Type.String(), name: Type.String(), entries: Type.Array(Entry) })),
    footer: closed({ text: Type.String(), entries: Type.Array(Entry) }),
    skipLabel: Type.String({ description: 'Of the link that jumps to the content.' }),
    words: Type.Record(Type.String(), Type.String(), {
      description: 'The sentences of the client itself, by name: see clientWords.',
    }),
    theme: Theme,
    idle: Type.Optional(
      closed({
        warnAfterMs: Type.Integer(),
        endAfterMs: Type.Integer(),
        leaveAfterMs: Type.Integer({ description: 'When `leave` runs by itself, in milliseconds of idleness.' }),
        warning: ref(Dialog),
        ended: ref(Dialog),
        stay: ref(Action),
        leave: ref(Action),
      }),
    ),
    dialogs: Type.Record(Type.String(), ref(Dialog)),
    topics: Topics,
  },
  { $id: 'Shell', description: 'What stands around every screen for this visitor.' },
)
export type Shell = Static<typeof Shell>

// In a file of its own, so that the client can have the words without typebox.
export { clientWords } from './client-words.ts'
