import Type, { type Static } from 'typebox'
import { block } from '../block.ts'
import { closed } from '../base.ts'
import { Sending, sentTo } from './upload.ts'

const Size = closed(
  { width: Type.Integer({ minimum: 16, maximum: 4096 }), height: Type.Integer({ minimum: 16, maximum: 4096 }) },
  { description: 'In px.' },
)

export const Camera = block(
  'camera',
  {
    ...sentTo,
    fileName: Type.String({ minLength: 1, maxLength: 200, description: 'Of each picture; they are PNG.' }),
    size: closed(
      {
        wide: Size,
        narrow: Size,
        below: Type.Integer({ description: 'Below this viewport width, in px, narrow holds.' }),
      },
      { description: 'Of the picture; what does not fit its shape is cut off evenly at both sides.' },
    ),
    preview: Type.String({ description: 'Says what the moving picture is, for those who cannot see it.' }),
    capture: Type.String({ description: 'Label of the button that takes the picture.' }),
    picture: Type.String({ description: 'Says what the still picture is.' }),
    submit: Type.String(),
    remove: Type.String({ description: 'Label of the button that drops the picture and shows the camera again.' }),
    chooser: Type.String({ description: 'Label of the way out where there is no camera: a file of the device.' }),
    sending: Sending,
    done: closed({
      message: Type.String(),
      more: Type.Optional(
        Type.String({ description: 'Label of the button for another picture; without it there is none.' }),
      ),
    }),
    messages: closed({
      refused: Type.String({ description: 'The person or the browser does not allow the camera.' }),
      missing: Type.String({ description: 'There is no camera that could be used.' }),
      failed: Type.String(),
      cancelled: Type.String(),
    }),
  },
  {
    $id: 'Camera',
    description: 'Takes a picture with the camera of the device and sends it, as an upload does.',
    examples: [
      {
        kind: 'camera',
        id: 'photo',
        upload: 'room.addPhoto',
        input: { room: '7' },
        fileName: 'room-7.png',
        size: { wide: { width: 700, height: 900 }, narrow: { width: 270, height: 350 }, below: 768 },
        preview: 'What the camera sees',
        capture: 'Take a photo',
        picture: 'The photo you took',
        submit: 'Send',
        remove: 'Delete',
        chooser: 'Choose a photo',
        sending: { text: 'Sending...', cancel: 'Stop' },
        done: { message: 'The photo has arrived.', more: 'Take another' },
        messages: {
          refused: 'The camera is not allowed for this page. You can choose a photo instead.',
          missing: 'There is no camera here. You can choose a photo instead.',
          failed: 'The photo could not be sent.',
          cancelled: 'Stopped.',
        },
      },
    ],
  },
)
export type Camera = Static<typeof Camera>
