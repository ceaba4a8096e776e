import Type, { type Static } from 'typebox'
import { ActionName, Input } from './action.ts'
import { Block } from './blocks.ts'
import { closed, Id, ref, refTo, Route, Tone } from './base.ts'
import { Dialog } from './dialog.ts'

export const effectKinds = {
  navigate: closed(
    {
      type: Type.Literal('navigate'),
      to: Route,
      replace: Type.Optional(Type.Boolean()),
      newWindow: Type.Optional(Type.Boolean()),
    },
    { $id: 'NavigateEffect', description: 'Goes to another screen.', examples: [{ type: 'navigate', to: '/rooms' }] },
  ),
  refresh: closed(
    {
      type: Type.Literal('refresh'),
      what: Type.Union([Type.Literal('screen'), Type.Literal('shell'), Type.Literal('region')]),
      id: Type.Optional(Id),
    },
    {
      $id: 'RefreshEffect',
      description: 'Fetches the screen, the shell or one region again.',
      examples: [{ type: 'refresh', what: 'region', id: 'rooms' }],
    },
  ),
  replace: closed(
    { type: Type.Literal('replace'), id: Id, block: ref(Block) },
    {
      $id: 'ReplaceEffect',
      description: 'Puts a block in the place of another.',
      examples: [{ type: 'replace', id: 'note', block: { kind: 'text', id: 'note', text: 'Saved' } }],
    },
  ),
  notify: closed(
    {
      type: Type.Literal('notify'),
      tone: Tone,
      text: Type.String(),
      durationMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Default 6000.' })),
    },
    {
      $id: 'NotifyEffect',
      description: 'A message that passes.',
      examples: [{ type: 'notify', tone: 'success', text: 'Saved' }],
    },
  ),
  open: closed(
    { type: Type.Literal('open'), dialog: Type.Union([Id, ref(Dialog)]) },
    {
      $id: 'OpenEffect',
      description: 'Opens a dialog: by its id, or the one that is sent along.',
      examples: [{ type: 'open', dialog: 'terms' }],
    },
  ),
  close: closed(
    { type: Type.Literal('close') },
    { $id: 'CloseEffect', description: 'Closes the open dialog.', examples: [{ type: 'close' }] },
  ),
  focus: closed(
    { type: Type.Literal('focus'), id: Id },
    { $id: 'FocusEffect', description: 'Moves the focus to a block.', examples: [{ type: 'focus', id: 'rooms' }] },
  ),
  download: closed(
    { type: Type.Literal('download'), href: Route },
    { $id: 'DownloadEffect', description: 'Saves a file.', examples: [{ type: 'download', href: '/files/1' }] },
  ),
  print: closed(
    { type: Type.Literal('print') },
    { $id: 'PrintEffect', description: 'Opens the print dialog for the screen.', examples: [{ type: 'print' }] },
  ),
  purge: closed(
    { type: Type.Literal('purge') },
    {
      $id: 'PurgeEffect',
      description: 'Drops everything kept in memory about the person.',
      examples: [{ type: 'purge' }],
    },
  ),
  credential: closed(
    {
      type: Type.Literal('credential'),
      mode: Type.Union([Type.Literal('create'), Type.Literal('get')]),
      options: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The public-key options of WebAuthn in their JSON form.',
      }),
      action: ActionName,
      input: Type.Optional(Input),
    },
    {
      $id: 'CredentialEffect',
      description:
        'Asks the browser for a passkey and sends what it answers, as the member credential of the input, to an action, whose effects are applied in turn.',
      examples: [{ type: 'credential', mode: 'get', options: { challenge: 'AAAA' }, action: 'room.unlock' }],
    },
  ),
}

export type EffectKind = keyof typeof effectKinds
export type EffectOf<K extends EffectKind> = Static<(typeof effectKinds)[K]>
export type Effect = { [K in EffectKind]: EffectOf<K> }[EffectKind]
export const Effect = Type.Unsafe<Effect>({
  $id: 'Effect',
  description: 'One thing that the client does after an action.',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: Object.values(effectKinds).map(refTo),
})

export const Effects = closed(
  { effects: Type.Array(ref(Effect)) },
  {
    $id: 'Effects',
    description: 'The answer to an action: validated whole, then applied in order, all or nothing.',
    examples: [{ effects: [{ type: 'close' }] }],
  },
)
export type Effects = Static<typeof Effects>
