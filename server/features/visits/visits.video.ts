import type { VisitRole } from './visit-links.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { phone } from '../../protocol/block-builders.ts'

/** What every state of the page may say. */
export interface VisitPage {
  role: VisitRole
  /** Of the page itself. */
  address: string
  startsAt: string
  /** Instant. */
  opensAt: string
  timeZone: string
  /** Empty while the record server cannot say. */
  providerName: string
  /** Of the practice; empty when it has none. */
  office: string
}

/** What lets this person into the call. */
export interface Call {
  pass: string
  iceServers: BlockOf<'video'>['iceServers']
}

type Video = BlockOf<'video'>

/** The call itself, with all its words. */
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
    ended: { type: 'navigate', to: page.role === 'patient' ? `${page.address}?left=yes` : page.address, replace: true },
  }
}

const check: Video['check'] = {
  heading: 'Check your camera and microphone',
  about: 'Nobody sees or hears you before you join.',
  join: 'Join the visit',
  camera: 'Camera',
  microphone: 'Microphone',
  level: 'Microphone level',
  heard: 'Your microphone works.',
  silent: 'Say something to test your microphone.',
  asking: 'Please allow your browser to use your camera and microphone.',
  // Each is said before joining, and in the call when a device is gone.
  noCamera: 'Your camera cannot be used. Without it you are heard, but not seen.',
  noMicrophone: 'Your microphone cannot be used. Without it you are seen, but not heard.',
  nothing:
    'Your camera and microphone cannot be used. Please allow them in the settings of your browser. Without them you only see and hear.',
  again: 'Try camera and microphone again',
}

function controlsOf({ role }: VisitPage): Video['controls'] {
  const common = { mute: 'Mute', unmute: 'Unmute', hide: 'Turn camera off', show: 'Turn camera on' }
  if (role === 'patient') return { ...common, end: 'Leave the visit' }
  return {
    ...common,
    end: 'End the visit',
    confirmEnd: {
      title: 'End the visit?',
      text: 'The visit ends for the patient too, and nobody can join again.',
      yes: 'End the visit',
      no: 'Stay',
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
    full: 'Somebody else has joined this visit in your place already.',
    noSupport: 'This browser cannot make video calls. Please use a current browser.',
    muted: 'You are muted.',
    hidden: 'Your camera is off.',
    heard: 'Your microphone is on.',
    seen: 'Your camera is on.',
    otherMuted: `${otherAtStart} is muted.`,
    otherHidden: `There is no picture of ${other} now.`,
  }
}
