import Type, { type Static } from 'typebox'
import { Action } from './action.ts'
import { closed, Count, Icon, Id, ref, Route } from './base.ts'
import { Dialog } from './dialog.ts'
import { protocolVersion, Topics } from './screen.ts'

const Entry = closed({
  id: Id,
  label: Type.String(),
  icon: Type.Optional(Icon),
  count: Type.Optional(
    Type.Unsafe<Count>({
      ...Count,
      description: 'What waits there. When it grows while a page is open, it is announced.',
    }),
  ),
  do: ref(Action),
})
export type Entry = Static<typeof Entry>

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })
export const Theme = closed({
  primary: Type.Unsafe<string>({ ...Colour, description: 'Text on white, buttons, links.' }),
  accent: Type.Unsafe<string>({ ...Colour, description: 'Surfaces, borders, focus ring, large decoration.' }),
  highlight: Type.Optional(
    Type.Unsafe<string>({
      ...Colour,
      description: 'Of dates and of what stands out; legible on white and on its own tint.',
    }),
  ),
  header: Type.Optional(
    Type.Union([Type.Literal('plain'), Type.Literal('brand')], {
      description: 'plain: on the surface; brand: white on the primary color. Default plain.',
    }),
  ),
  typeface: Type.Optional(
    Type.Union([Type.Literal('system'), Type.Literal('humanist'), Type.Literal('serif')], {
      description: 'serif is for headings only. Default system.',
    }),
  ),
  pattern: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('waves'), Type.Literal('grid'), Type.Literal('leaf')], {
      description: 'Behind the head of screens that welcome. Default none.',
    }),
  ),
  radius: Type.Integer({ minimum: 0, maximum: 24 }),
  density: Type.Union([Type.Literal('comfortable'), Type.Literal('compact')]),
})
export type Theme = Static<typeof Theme>

const Acting = closed(
  {
    label: Type.String({ description: 'Said before the name by assistive technology.' }),
    name: Type.String(),
    text: Type.String({ description: 'What the person is to them.' }),
    initials: Type.String(),
    color: Type.Unsafe<string>({
      ...Colour,
      description: 'Of its own for each; white text on it is legible. The name always stands beside it.',
    }),
    entries: Type.Array(Entry, { description: 'Such as going to another one.' }),
  },
  { description: 'For whom the person acts; shown on every screen. Absent for people who act for themselves.' },
)

export const Shell = closed(
  {
    protocol: Type.Literal(protocolVersion),
    locale: Type.String(),
    brand: closed({
      name: Type.String(),
      logo: Type.Optional(
        Type.String({
          description: 'Where its picture is; without one, or if it does not load, the mark stands there.',
        }),
      ),
      mark: Type.Optional(Type.String({ maxLength: 6, description: 'Its initials, for a tile beside the name.' })),
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
    identity: Type.Optional(
      Type.String({
        description:
          'Names who is signed in and for whom they act; opaque. Sent back as the header X-Identity with every request, so that what is drawn for one is never done for another: then the answer is a 409 that says `startOver`.',
      }),
    ),
    acting: Type.Optional(Acting),
    subject: Type.Optional(
      Type.String({ description: 'About whom the screens are, in words; stands at the head of what is printed.' }),
    ),
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

// In a separate file, so that the client can import the texts without typebox.
export { clientWords } from './client-words.ts'
