import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action, Confirm, Submit } from '../action.ts'
import { closed, Id, ref } from '../base.ts'
import { Condition } from '../condition.ts'
import { chosenFiles, fileMessages, sentTo } from './upload.ts'

const widgets = [
  'text',
  'multiline',
  'password',
  'email',
  'phone',
  'number',
  'date',
  'checkbox',
  'switch',
  'select',
  'radio',
  'checkboxes',
  'colour',
  'code',
  'files',
] as const
export type Widget = (typeof widgets)[number]
const spans = ['full', 'half', 'third', 'quarter'] as const
export type Span = (typeof spans)[number]

const Pattern = Type.String({
  format: 'regex',
  maxLength: 500,
  description: 'The source of a regular expression, read with the flag u, as in a JSON Schema.',
})
const Apart = closed(
  {
    words: Type.Array(Type.String(), { description: 'In lower case and without accents.' }),
    fields: Type.Array(Type.String(), { description: 'Fields of the form: the words of their values count as well.' }),
    least: Type.Integer({ minimum: 1, description: 'As many letters and digits are left beside the words.' }),
  },
  { description: 'What a value that holds one of the words must have besides; case and accents do not count.' },
)
const Rule = closed({ label: Type.String(), pattern: Pattern, apart: Type.Optional(Apart) })
const Strength = closed(
  {
    label: Type.String({ description: 'What is measured.' }),
    minLength: Type.Integer({ minimum: 1, description: 'In characters; what is shorter has the first level.' }),
    classes: Type.Array(Pattern, { minItems: 1, description: 'Each that matches lifts the level by one.' }),
    levels: Type.Array(Type.String(), { minItems: 1, maxItems: 8, description: 'Their words, the weakest first.' }),
    unmetAtMost: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The highest level while a rule of the field is not met.' }),
    ),
  },
  { description: 'How strong a value is; nothing counts on it but the person.' },
)
const Unless = { reason: Type.String({ description: 'Why it is off, for a person to read.' }) }

const Files = closed(
  {
    ...sentTo,
    ...chosenFiles,
    remove: Type.String({ description: 'Label of the button that takes a file away, or stops sending it.' }),
    states: closed({
      waiting: Type.String(),
      sending: Type.String({ description: 'Stands before the share that has been sent.' }),
      arrived: Type.String({ description: 'Announced before the name of a file that has arrived.' }),
      failed: Type.String({ description: 'Stands before the reason.' }),
    }),
    refusals: closed(
      {
        sending: Type.String(),
        failed: Type.String(),
      },
      { description: 'Why the form cannot be sent: files are on their way, or one did not arrive.' },
    ),
    messages: closed(fileMessages),
  },
  {
    description:
      'Of the widget `files`: each file is sent as soon as it is chosen, with the member `id`, which the client makes. The value lists those that arrived, as `{ id, name, bytes }`.',
  },
)

export const Field = closed({
  name: Type.String(),
  label: Type.String(),
  hideLabel: Type.Optional(
    Type.Boolean({ description: 'The label is for assistive technology only; what stands beside says it.' }),
  ),
  help: Type.Optional(Type.String()),
  span: Type.Optional(
    Type.Unsafe<Span>({
      type: 'string',
      enum: spans,
      description:
        'How much of the width it takes. On a narrow screen a half takes all of it, and a quarter a half. Default full.',
    }),
  ),
  row: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Consecutive fields of one row belong together; they are read as one group of this name.',
    }),
  ),
  widget: Type.Optional(Type.Unsafe<Widget>({ type: 'string', enum: widgets })),
  placeholder: Type.Optional(Type.String()),
  autocomplete: Type.Optional(Type.String()),
  earliest: Type.Optional(Type.String({ format: 'date', description: 'The first day that can be picked.' })),
  latest: Type.Optional(Type.String({ format: 'date', description: 'The last day that can be picked.' })),
  files: Type.Optional(Files),
  optionLabels: Type.Optional(
    Type.Array(Type.String(), { description: 'The words for the values of the schema, in their order.' }),
  ),
  options: Type.Optional(
    Type.Array(
      closed({
        value: Type.String(),
        label: Type.String(),
        group: Type.Optional(Type.String({ description: 'Heads it and the following ones of the same group.' })),
      }),
      { description: 'The choices, where the schema lists none.' },
    ),
  ),
  disabled: Type.Optional(closed({ reason: Type.String() })),
  visible: Type.Optional(ref(Condition)),
  messages: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The words for a failed keyword of the schema.' }),
  ),
  rules: Type.Optional(
    Type.Array(Rule, {
      minItems: 1,
      description: 'What a value must be like: read before typing, ticked while typing.',
    }),
  ),
  strength: Type.Optional(Strength),
  more: Type.Optional(
    closed(
      { label: Type.String(), do: ref(Action) },
      { description: 'Stands before the control: what a person may want to read first.' },
    ),
  ),
  digits: Type.Optional(
    Type.Boolean({
      description:
        'Only digits are taken, up to maxLength; what else is typed or pasted is dropped. With `typing`, only blanks are.',
    }),
  ),
  typing: Type.Optional(
    closed(
      { pattern: Pattern, message: Type.String() },
      {
        description:
          'What a value may look like while it is typed. What does not match stays as it was typed or pasted, with the message at the field at once.',
      },
    ),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Must be filled in while it shows, although the schema does not require it.' }),
  ),
  drop: Type.Optional(
    Type.Unsafe<string>({
      ...Pattern,
      description: 'Matches the characters that are dropped from what is typed or pasted.',
    }),
  ),
  count: Type.Optional(
    Type.Boolean({ description: 'Shows how many of the characters that the schema admits (maxLength) are used.' }),
  ),
})
export type Field = Static<typeof Field>
export type Rule = Static<typeof Rule>
export type Strength = Static<typeof Strength>

export const FieldGroup = closed(
  {
    id: Id,
    title: Type.String(),
    fields: Type.Array(Type.String(), { minItems: 1, description: 'Consecutive ones, by their names.' }),
    folded: Type.Optional(
      closed(
        {
          summary: Type.Optional(
            Type.String({
              description:
                'What the fields hold, in one line. Without it only the button shows, and assistive technology hears the title.',
            }),
          ),
          change: Type.String({ description: 'The label of the button that unfolds it.' }),
        },
        { description: 'It stands for the fields until somebody unfolds it, or one of them is refused.' },
      ),
    ),
  },
  { description: 'Fields under a title of their own.' },
)
export type FieldGroup = Static<typeof FieldGroup>

export const Form = block(
  'form',
  {
    schema: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'JSON Schema draft-07; the server checks the same one.',
    }),
    validator: Type.String({
      pattern: '^/ui/forms/[a-f0-9]+\\.js$',
      description: 'The checks compiled from that schema, as an immutable module.',
    }),
    fields: Type.Array(Field, { description: 'In the order in which they stand.' }),
    groups: Type.Optional(Type.Array(FieldGroup, { minItems: 1 })),
    value: Type.Record(Type.String(), Type.Unknown()),
    inPlace: Type.Optional(
      closed(
        { discard: Type.String({ description: 'The label of the button that brings back the value.' }) },
        { description: 'Edits a value where it stands: its buttons show once the value differs.' },
      ),
    ),
    submit: closed({
      label: Type.String(),
      do: ref(Submit),
      danger: Type.Optional(Type.Boolean({ description: 'Sending it removes or ends something.' })),
      style: Type.Optional(
        Type.Literal('secondary', { description: 'Another button of the screen is the primary one. Default primary.' }),
      ),
      disabled: Type.Optional(closed(Unless)),
      when: Type.Optional(
        closed(
          {
            condition: ref(Condition),
            ...Unless,
            atOnce: Type.Optional(
              Type.Boolean({ description: 'The form is sent as soon as typing makes the condition hold.' }),
            ),
          },
          {
            description:
              'The button is on only while the condition holds for what is typed; the server checks by itself.',
          },
        ),
      ),
    }),
    secondary: Type.Optional(
      Type.Array(closed({ id: Id, label: Type.String(), to: Type.String() }), {
        description: 'Links below the button.',
      }),
    ),
    keeps: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Fields that are checked and not sent: they stay in the page, until the form is gone.',
      }),
    ),
    takes: Type.Optional(
      closed(
        { form: Id, fields: Type.Array(Type.String()) },
        { description: 'Also sends these fields of another form of the page, which keeps them.' },
      ),
    ),
    autosave: Type.Optional(
      closed(
        {
          do: ref(Submit),
          stored: Type.Record(Type.String(), Type.Unknown(), {
            description: 'The value that is stored, which `value` may differ from; empty if none is.',
          }),
          failed: Type.String({ description: 'Shows while what is typed could not be stored.' }),
        },
        {
          description:
            'What is typed is stored while the person types, valid or not: sent as the member `value`, with `stored`, the value that the client last knew to be stored, and the input of the action.',
        },
      ),
    ),
    leave: Type.Optional(
      closed(
        { ask: ref(Confirm) },
        { description: 'Asked before the screen is left with changes that were not sent, and that nothing keeps.' },
      ),
    ),
    username: Type.Optional(
      Type.String({ description: 'Whose password is entered or chosen, for password managers; not shown.' }),
    ),
    errorTitle: Type.String({ description: 'Heads the list of what to mend.' }),
  },
  {
    $id: 'Form',
    description: 'Fields to fill in, checked by one schema on both ends.',
    examples: [
      {
        kind: 'form',
        id: 'room',
        errorTitle: 'Please check the form',
        validator: '/ui/forms/0.js',
        value: {},
        schema: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1 }, key: { type: 'string' }, note: { maxLength: 250 } },
          required: ['name'],
        },
        fields: [
          { name: 'name', label: 'Name', messages: { required: 'Enter a name' } },
          {
            name: 'key',
            label: 'Key',
            widget: 'password',
            rules: [{ label: 'At least 8 characters', pattern: '^.{8,}$' }],
            strength: {
              label: 'Key strength',
              minLength: 8,
              classes: ['\\p{Lu}', '\\p{Ll}', '\\p{Nd}', '[^\\p{L}\\p{Nd}]'],
              levels: ['Weak', 'Fair', 'Good', 'Strong'],
            },
          },
          { name: 'note', label: 'Note', widget: 'multiline', count: true },
        ],
        submit: {
          label: 'Save',
          do: { type: 'submit', action: 'room.save' },
          when: { condition: { path: '/name', exists: true }, reason: 'Enter a name first.' },
        },
      },
    ],
  },
)
export type Form = Static<typeof Form>
