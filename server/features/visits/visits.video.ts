import type { VisitRole } from './visit-links.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { phone } from '../../protocol/block-builders.ts'
import { withQuery } from '../../protocol/path.ts'

/** The data of every state of the page. */
export interface VisitPage {
  role: VisitRole
  /** The page's own address. */
  address: string
  startsAt: string
  /** An instant. */
  opensAt: string
  timeZone: string
  /** Empty while the record server is unavailable. */
  providerName: string
  /** The phone number of the facility or the practice; may be empty. */
  office: string
}

/** What the client needs to join the call. */
export interface Call {
  pass: string
  iceServers: BlockOf<'video'>['iceServers']
}

type Video = BlockOf<'video'>

/** The video block with all its texts. */
export function videoBlock(page: VisitPage, { pass, iceServers }: Call): Video {
  const other = page.role === 'patient' ? page.providerName || 'your provider' : 'the patient'
  return {
    kind: 'video',
    id: 'call',
    pass,
    ...(page.role === 'provider' ? { ends: true } : {}),
    self: 'You',
    other,
    check,
    controls: controlsOf(page),
    states: statesOf(page, other),
    ...(page.office
      ? { phone: [{ text: 'If it does not work, please call ' }, phone(page.office), { text: '.' }] }
      : {}),
    iceServers,
    ended: {
      type: 'navigate',
      to: page.role === 'patient' ? withQuery(page.address, { left: 'yes' }) : page.address,
      replace: true,
    },
  }
}

const check: Video['check'] = {
  heading: 'Check your camera and microphone',
  about: 'No one sees or hears you before you join.',
  join: 'Join the visit',
  camera: 'Camera',
  microphone: 'Microphone',
  level: 'Microphone level',
  heard: 'Your microphone works.',
  silent: 'Say something to test your microphone.',
  asking: 'Please allow your browser to use your camera and microphone.',
  // Each is shown before joining, and in the call when a device is lost.
  noCamera: 'Your camera cannot be used. You will be heard, but not seen.',
  noMicrophone: 'Your microphone cannot be used. You will be seen, but not heard.',
  nothing:
    "Your camera and microphone cannot be used. Please allow them in your browser's settings. You can still see and hear.",
  again: 'Try camera and microphone again',
}

function controlsOf({ role }: VisitPage): Video['controls'] {
  const common = {
    mute: 'Mute',
    unmute: 'Unmute',
    hide: 'Turn camera off',
    show: 'Turn camera on',
    switchCamera: 'Switch camera',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    more: 'More',
  }
  if (role === 'patient') return { ...common, end: 'Leave the visit' }
  return {
    ...common,
    end: 'End the visit',
    confirmEnd: {
      title: 'End the visit?',
      text: 'The visit ends for the patient too, and no one can join again.',
      yes: 'End the visit',
      no: 'Stay',
      danger: true,
    },
  }
}

function statesOf({ role }: VisitPage, other: string): Video['states'] {
  const otherAtStart = other.charAt(0).toUpperCase() + other.slice(1)
  return {
    connecting: 'Connecting…',
    waiting:
      role === 'patient' ? `Please wait. The visit starts when ${other} joins.` : `Waiting for ${other} to join.`,
    left:
      role === 'patient'
        ? `${otherAtStart} is not connected now. Please stay here: the visit goes on when they are back.`
        : `${otherAtStart} is not connected now. The visit goes on when they are back.`,
    connected: `You are connected with ${other}.`,
    reconnecting: 'The connection was lost. Reconnecting…',
    taken: 'You have joined from another device or window.',
    takeBack: 'Continue here',
    refused: 'You cannot join this visit now. Please open the page again.',
    full: 'Someone else has already joined this visit in your place.',
    noSupport: 'This browser cannot make video calls. Please use a current browser.',
    muted: 'You are muted.',
    hidden: 'Your camera is off.',
    heard: 'Your microphone is on.',
    seen: 'Your camera is on.',
    quality: { good: 'Good connection', fair: 'Weak connection', poor: 'Poor connection' },
    otherMuted: `${otherAtStart} is muted.`,
    otherHidden: `There is no picture of ${other} now.`,
  }
}
