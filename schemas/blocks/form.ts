import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Submit } from '../action.ts'
import { closed, Id, ref } from '../base.ts'
import { Condition } from '../condition.ts'

export const widgets = [
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
] as const
export type Widget = (typeof widgets)[number]

export const Field = closed({
  name: Type.String(),
  label: Type.String(),
  help: Type.Optional(Type.String()),
  widget: Type.Optional(Type.Unsafe<Widget>({ type: 'string', enum: widgets })),
  placeholder: Type.Optional(Type.String()),
  autocomplete: Type.Optional(Type.String()),
  optionLabels: Type.Optional(
    Type.Array(Type.String(), { description: 'The words for the values of the schema, in their order.' }),
  ),
  disabled: Type.Optional(closed({ reason: Type.String() })),
  visible: Type.Optional(ref(Condition)),
  messages: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The words for a failed keyword of the schema.' }),
  ),
})
export type Field = Static<typeof Field>

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
    value: Type.Record(Type.String(), Type.Unknown()),
    submit: closed({ label: Type.String(), do: ref(Submit) }),
    secondary: Type.Optional(
      Type.Array(closed({ id: Id, label: Type.String(), to: Type.String() }), {
        description: 'Links below the button.',
      }),
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
        schema: { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
        fields: [{ name: 'name', label: 'Name', messages: { required: 'Enter a name' } }],
        submit: { label: 'Save', do: { type: 'submit', action: 'room.save' } },
      },
    ],
  },
)
export type Form = Static<typeof Form>
