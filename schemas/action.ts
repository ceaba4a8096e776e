import Type, { type Static } from 'typebox'
import { closed, Href, Id, ref, refTo, Route } from './base.ts'

export const Confirm = closed(
  {
    title: Type.String(),
    text: Type.String(),
    yes: Type.String(),
    no: Type.String(),
    danger: Type.Optional(Type.Boolean({ description: 'Agreeing removes or ends something.' })),
  },
  { $id: 'Confirm', description: 'A question that is asked before the action runs.' },
)

export type Confirm = Static<typeof Confirm>

export const Busy = closed(
  {
    text: Type.String(),
    atLeastMs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Shown for at least this long, in milliseconds.' }),
    ),
  },
  { $id: 'Busy', description: 'What shows while the action runs.' },
)
export type Busy = Static<typeof Busy>

const common = { confirm: Type.Optional(ref(Confirm)), busy: Type.Optional(ref(Busy)) }
export const ActionName = Type.String({
  pattern: '^[a-z][a-zA-Z]*\\.[a-z][a-zA-Z]*$',
  description: 'The name under /ui/actions/.',
})
export const Input = Type.Record(Type.String(), Type.Unknown(), { description: 'What is sent as it stands.' })

export const Navigate = closed(
  {
    type: Type.Literal('navigate'),
    to: Route,
    parameter: Type.Optional(
      Type.String({ description: 'The query parameter that takes the value chosen in the block.' }),
    ),
    replace: Type.Optional(Type.Boolean()),
    newWindow: Type.Optional(Type.Boolean()),
    ...common,
  },
  { $id: 'Navigate', description: 'Goes to another screen.', examples: [{ type: 'navigate', to: '/rooms?floor=2' }] },
)

export const Submit = closed(
  { type: Type.Literal('submit'), action: ActionName, input: Type.Optional(Input), ...common },
  {
    $id: 'Submit',
    description: "Sends the form's value, with `input` added.",
    examples: [{ type: 'submit', action: 'room.save' }],
  },
)

export const Call = closed(
  {
    type: Type.Literal('call'),
    action: ActionName,
    input: Type.Optional(Input),
    parameter: Type.Optional(
      Type.String({ description: 'The member of the input that takes the value chosen in the block.' }),
    ),
    ...common,
  },
  {
    $id: 'Call',
    description: 'Asks the server to act.',
    examples: [{ type: 'call', action: 'room.hold', input: { room: '7' } }],
  },
)

const Open = closed(
  { type: Type.Literal('open'), dialog: Id },
  {
    $id: 'Open',
    description: 'Opens a dialog of the screen or the shell.',
    examples: [{ type: 'open', dialog: 'terms' }],
  },
)
const Close = closed(
  { type: Type.Literal('close') },
  { $id: 'Close', description: 'Closes the open dialog.', examples: [{ type: 'close' }] },
)
const Download = closed(
  { type: Type.Literal('download'), href: Route, fileName: Type.Optional(Type.String()) },
  { $id: 'Download', description: 'Saves a file.', examples: [{ type: 'download', href: '/files/1' }] },
)
const Print = closed(
  {
    type: Type.Literal('print'),
    href: Type.Optional(
      Type.Unsafe<string>({ ...Route, description: 'Of a PDF of this server, which is printed instead.' }),
    ),
  },
  {
    $id: 'Print',
    description: 'Prints the screen, or a file. A browser that cannot print the file saves it.',
    examples: [{ type: 'print' }],
  },
)
const Back = closed(
  { type: Type.Literal('back'), to: Route },
  {
    $id: 'Back',
    description: 'Goes back in the history, or to `to` when there is none.',
    examples: [{ type: 'back', to: '/rooms' }],
  },
)
const Leave = closed(
  { type: Type.Literal('leave'), href: Href },
  { $id: 'Leave', description: 'Opens an outside address.', examples: [{ type: 'leave', href: 'tel:+12125550100' }] },
)

export const actionKinds = {
  navigate: Navigate,
  submit: Submit,
  call: Call,
  open: Open,
  close: Close,
  download: Download,
  print: Print,
  back: Back,
  leave: Leave,
}

type ActionKind = keyof typeof actionKinds
export type Action = { [K in ActionKind]: Static<(typeof actionKinds)[K]> }[ActionKind]
export const Action = Type.Unsafe<Action>({
  $id: 'Action',
  description: 'What a person may do; the answer of a submit or call is a list of effects.',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: Object.values(actionKinds).map(refTo),
})
export type Navigate = Static<typeof Navigate>
export type Submit = Static<typeof Submit>
export type Call = Static<typeof Call>
