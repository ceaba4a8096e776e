import Type, { type Static } from 'typebox'
import { Action, Confirm } from '../action.ts'
import { block } from '../block.ts'
import { closed, ref, Words } from '../base.ts'

const Check = closed(
  {
    heading: Type.String(),
    about: Words,
    join: Type.String(),
    camera: Type.String({ description: 'Names the choice of a camera, where there are several.' }),
    microphone: Type.String(),
    level: Type.String({ description: 'Names the meter of the microphone.' }),
    heard: Type.String({ description: 'Said once the microphone has heard something.' }),
    silent: Type.String({ description: 'Stands before it has.' }),
    asking: Type.String({ description: 'While the browser asks for leave.' }),
    noCamera: Type.String({
      description: 'The camera was refused or is missing, before or in the call, which goes on.',
    }),
    noMicrophone: Type.String(),
    nothing: Type.String({ description: 'Neither can be used.' }),
    again: Type.String({ description: 'Asks for camera and microphone once more.' }),
  },
  { description: 'Words of the look at the own devices before joining.' },
)
const Controls = closed({
  mute: Type.String({ description: 'On while muted.' }),
  unmute: Type.Optional(Type.String({ description: 'In place of `mute` while muted.' })),
  hide: Type.String({ description: 'On while the own camera is off.' }),
  show: Type.Optional(Type.String({ description: 'In place of `hide` while the own camera is off.' })),
  switchCamera: Type.Optional(Type.String({ description: 'Goes on with the next camera, where there are several.' })),
  fullScreen: Type.Optional(Type.String()),
  leaveFullScreen: Type.Optional(Type.String({ description: 'In place of `fullScreen` while it is on.' })),
  more: Type.Optional(Type.String({ description: 'Opens the choice of devices and the other way to reach somebody.' })),
  end: Type.String(),
  confirmEnd: Type.Optional(ref(Confirm)),
})
const States = closed(
  {
    connecting: Type.String(),
    waiting: Type.String({ description: 'Until the other end is there.' }),
    left: Type.Optional(Type.String({ description: 'In place of `waiting` once the other end has been there.' })),
    connected: Type.String(),
    reconnecting: Type.String(),
    taken: Type.String({ description: 'Another device of the same person has taken over.' }),
    takeBack: Type.String({ description: 'Joins again from here.' }),
    refused: Type.String({ description: 'The pass does not admit, or no longer.' }),
    full: Type.String({ description: 'Somebody else is there already in this place.' }),
    noSupport: Type.String({ description: 'The browser cannot do this at all.' }),
    muted: Type.Optional(Type.String({ description: 'While the own microphone is off.' })),
    hidden: Type.Optional(Type.String({ description: 'While the own camera is off.' })),
    heard: Type.Optional(Type.String({ description: 'Said when the own microphone is on again.' })),
    seen: Type.Optional(Type.String({ description: 'Said when the own camera is on again.' })),
    quality: Type.Optional(
      closed(
        { good: Type.String(), fair: Type.String(), poor: Type.String() },
        { description: 'How well the connection carries picture and sound.' },
      ),
    ),
    otherMuted: Type.Optional(Type.String({ description: 'While nothing can be heard of the other.' })),
    otherHidden: Type.Optional(Type.String({ description: 'In place of the picture of the other while it has none.' })),
  },
  { description: 'Words of each state of the call; said aloud when it changes.' },
)
const Relay = closed({
  urls: Type.Array(Type.String({ pattern: '^(stuns?|turns?):' })),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
})

export const Video = block(
  'video',
  {
    pass: Type.String({ maxLength: 2000, description: 'Admits to a call at the live socket; opaque.' }),
    ends: Type.Optional(Type.Boolean({ description: 'Whether leaving ends the call for the other too.' })),
    self: Type.String({ description: 'Names the own picture.' }),
    other: Type.String({ description: 'Names the picture of the other.' }),
    check: Check,
    controls: Controls,
    states: States,
    /** Shown as the alternative if the call does not work. */
    phone: Type.Optional(Words),
    iceServers: Type.Array(Relay, { description: 'Helpers on the way between the two, if any.' }),
    ended: ref(Action),
  },
  {
    $id: 'Video',
    description: 'A call of two people who see and hear each other; `ended` runs when either way it is over.',
    examples: [
      {
        kind: 'video',
        id: 'call',
        pass: 'opaque',
        self: 'You',
        other: 'Ann Bell',
        check: {
          heading: 'Check your camera and microphone',
          about: 'You join when you are ready.',
          join: 'Join',
          camera: 'Camera',
          microphone: 'Microphone',
          level: 'Microphone level',
          heard: 'Your microphone works.',
          silent: 'Say something to test your microphone.',
          asking: 'Please allow your camera and microphone.',
          noCamera: 'Your camera cannot be used.',
          noMicrophone: 'Your microphone cannot be used.',
          nothing: 'Neither can be used.',
          again: 'Try again',
        },
        controls: {
          mute: 'Mute',
          unmute: 'Unmute',
          hide: 'Turn camera off',
          show: 'Turn camera on',
          switchCamera: 'Switch camera',
          fullScreen: 'Full screen',
          leaveFullScreen: 'Leave full screen',
          more: 'More',
          end: 'Leave',
        },
        states: {
          connecting: 'Connecting…',
          waiting: 'Ann Bell will join soon.',
          left: 'Ann Bell is not there any more.',
          connected: 'You are connected.',
          reconnecting: 'The connection was lost. Reconnecting…',
          taken: 'You have joined from another device.',
          takeBack: 'Use this device',
          refused: 'You cannot join now.',
          full: 'Somebody else has joined.',
          noSupport: 'This browser cannot make video calls.',
          muted: 'You are muted.',
          hidden: 'Your camera is off.',
          heard: 'You can be heard again.',
          seen: 'You can be seen again.',
          quality: { good: 'Good connection', fair: 'Weak connection', poor: 'Poor connection' },
          otherMuted: 'Ann Bell is muted.',
          otherHidden: 'Ann Bell has turned the camera off.',
        },
        phone: 'Or call the front desk.',
        iceServers: [],
        ended: { type: 'navigate', to: '/rooms', replace: true },
      },
    ],
  },
)
export type Video = Static<typeof Video>
