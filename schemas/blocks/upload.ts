import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { Action, ActionName } from '../action.ts'
import { closed, ref } from '../base.ts'

/** Where a block sends its files, and with which input. */
export const sentTo = {
  upload: Type.Unsafe<Static<typeof ActionName>>({
    ...ActionName,
    description: 'The name under /ui/uploads/. Each file is a request of its own, in the field file.',
  }),
  input: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Fields that are sent before the file, as they stand.' }),
  ),
}

/** The texts shown while files are being sent. */
export const Sending = closed({
  text: Type.String({ description: 'Names the dialog; the share that has been sent stands below it.' }),
  cancel: Type.String({ description: 'Label of the button that stops it.' }),
})

/** How files are chosen, and which ones. */
export const chosenFiles = {
  chooser: closed({
    label: Type.String(),
    drop: Type.String({ description: 'Says that files can be dropped here.' }),
    camera: Type.Optional(
      Type.String({ description: 'Of a button that opens the camera of a touch device; it comes first there.' }),
    ),
    hint: Type.Optional(Type.String({ description: 'What is taken, in words.' })),
  }),
  accept: Type.Array(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' }), {
    minItems: 1,
    description: 'Media types; a convenience, the server looks at the bytes.',
  }),
  maxBytes: Type.Integer({ minimum: 1, description: 'Of each file.' }),
  maxFiles: Type.Optional(Type.Integer({ minimum: 1 })),
}

const Category = closed(
  {
    label: Type.String(),
    options: Type.Array(closed({ value: Type.String(), label: Type.String() }), { minItems: 1 }),
    value: Type.Optional(
      Type.String({ description: 'The one that it is; then it stands there as words and cannot be changed.' }),
    ),
    other: Type.Optional(
      closed(
        {
          value: Type.String({ description: 'The option that wants words.' }),
          label: Type.String(),
          maxLength: Type.Integer({ minimum: 1 }),
          message: Type.String({ description: 'Says that the words are missing.' }),
        },
        { description: 'A text field that comes with one option; sent as the field other.' },
      ),
    ),
    message: Type.String({ description: 'Says that one has to be chosen before a file.' }),
  },
  { description: 'What the files are, asked before any is chosen; sent as the field category.' },
)

const List = closed({
  caption: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.String({ description: 'Heads the sizes, in MB of 1,048,576 bytes with three decimals.' }),
  state: Type.String(),
  states: closed({
    waiting: Type.String(),
    sending: Type.String(),
    sent: Type.String(),
    failed: Type.String({ description: 'Stands before the reason.' }),
  }),
})

/** Why a file is not taken, said before it is sent. */
export const fileMessages = {
  type: Type.String(),
  size: Type.String(),
  empty: Type.String(),
  duplicate: Type.String(),
  tooMany: Type.String(),
  failed: Type.String({ description: 'Where the server gave no reason.' }),
}

export const Upload = block(
  'upload',
  {
    ...sentTo,
    category: Type.Optional(Category),
    ...chosenFiles,
    list: List,
    remove: closed({ label: Type.String(), question: Type.String(), yes: Type.String(), no: Type.String() }),
    submit: Type.String({ description: 'Label of the button; it shows with at least one file.' }),
    sending: Sending,
    done: closed(
      { label: Type.String(), message: Type.String(), do: Type.Optional(ref(Action)) },
      { description: 'Takes the place of cancel when all files have arrived.' },
    ),
    cancel: closed(
      { label: Type.String(), do: ref(Action) },
      { description: 'Shown once a file is chosen; without one there is nothing to cancel.' },
    ),
    messages: closed({ ...fileMessages, cancelled: Type.String() }),
  },
  {
    $id: 'Upload',
    description: 'Takes files and sends them one by one, each exactly once however often it is tried.',
    examples: [
      {
        kind: 'upload',
        id: 'papers',
        upload: 'room.addPaper',
        input: { room: '7' },
        category: {
          label: 'Kind of paper',
          options: [
            { value: 'plan', label: 'Plan' },
            { value: 'other', label: 'Other' },
          ],
          other: { value: 'other', label: 'What is it?', maxLength: 100, message: 'Please say what it is.' },
          message: 'Please choose a kind first.',
        },
        chooser: {
          label: 'Choose files',
          drop: 'or drop them here',
          hint: 'PDF or PNG, up to 6 MB',
          camera: 'Take a picture',
        },
        accept: ['application/pdf', 'image/png'],
        maxBytes: 6291456,
        maxFiles: 10,
        list: {
          caption: 'Chosen files',
          name: 'Name',
          type: 'Type',
          size: 'Size (MB)',
          state: 'State',
          states: { waiting: 'Not sent yet', sending: 'Being sent', sent: 'Arrived', failed: 'Not sent' },
        },
        remove: { label: 'Delete', question: 'Delete this file?', yes: 'Yes', no: 'No' },
        submit: 'Send',
        sending: { text: 'Sending...', cancel: 'Stop' },
        done: { label: 'Done', message: 'All files have arrived.', do: { type: 'navigate', to: '/rooms/7' } },
        cancel: { label: 'Cancel', do: { type: 'navigate', to: '/rooms/7' } },
        messages: {
          type: 'This kind of file is not taken.',
          size: 'This file is larger than 6 MB.',
          empty: 'This file is empty.',
          duplicate: 'A file of this name is in the list.',
          tooMany: 'These are too many files.',
          failed: 'This file could not be sent.',
          cancelled: 'Stopped.',
        },
      },
    ],
  },
)
export type Upload = Static<typeof Upload>
