import type { BlockList } from '../../../schemas/block.ts'
import type { Words } from '../../../schemas/base.ts'
import type { ScreenBody } from '../../protocol/definitions.ts'
import { button, goTo, link, phone, text, title } from '../../protocol/block-builders.ts'
import { momentText } from '../../protocol/time-words.ts'
import { videoBlock, type Call, type VisitPage } from './visits.video.ts'
import type { VisitState } from './visits.rules.ts'
import { paths } from '../../practice/paths.ts'

export interface OpenVisit extends VisitPage {
  call: Call
  /** Whether the person has just left the call. */
  left: boolean
}

/** Specification 1 §2, §4: the page of a video visit. */
export function openScreen({ call, left, ...page }: OpenVisit): ScreenBody {
  if (left) return leftScreen(page)
  return bodyOf(page, [videoBlock(page, call)])
}

function leftScreen(page: VisitPage): ScreenBody {
  return bodyOf(page, [
    text('left', 'You left the video visit. It continues until your provider ends it.'),
    button('join-again', { text: 'Join again', style: 'primary', icon: 'video', do: goTo(page.address) }),
    ...(page.office ? [text('office', callOffice(page.office))] : []),
  ])
}

/** Shows a countdown if `soon` is set. */
export function earlyScreen({ soon, ...page }: VisitPage & { soon: boolean }): ScreenBody {
  const here = { type: 'navigate', to: page.address, replace: true } as const
  const opening: BlockList = [
    {
      kind: 'countdown',
      id: 'opens',
      until: page.opensAt,
      text: 'You can join in',
      over: 'You can join now.',
      announceAt: [60],
      do: here,
    },
  ]
  return bodyOf(page, [
    text('when', `Your video visit${withWhom(page)} begins on ${momentText(page.startsAt, page.timeZone)}.`),
    text(
      'early',
      `You can join from 5 minutes before the visit. ${soon ? 'This page will open by itself.' : ''}`.trim(),
    ),
    ...(soon ? opening : []),
    button('look-again', { text: 'Check again', do: here }),
    ...(page.office ? [text('office', callOffice(page.office))] : []),
  ])
}

function withWhom({ role, providerName }: VisitPage): string {
  return role === 'patient' && providerName ? ` with ${providerName}` : ''
}

const closedWords: Record<Exclude<VisitState, 'early' | 'open'>, string> = {
  ended: 'This video visit has ended.',
  cancelled: 'This appointment was cancelled, so there is no video visit.',
  moved: 'This appointment was moved. Please join from the link for its new time.',
  inoffice: 'This appointment is not a video visit. Please come to the office.',
}

export function closedScreen(state: keyof typeof closedWords, page: Pick<VisitPage, 'role' | 'office'>): ScreenBody {
  return bodyOf(page, [
    { kind: 'notice', id: 'closed', tone: state === 'ended' ? 'info' : 'warning', text: closedWords[state] },
    ...(page.office ? [text('office', callOffice(page.office))] : []),
    ...nextStep(page),
  ])
}

/** The patient's link alone is not enough: its holder must sign in. */
export function signInScreen(address: string): ScreenBody {
  return bodyOf({ role: 'patient' }, [
    text('sign-in-first', 'Please sign in to join your video visit.'),
    button('sign-in', {
      text: 'Sign in',
      style: 'primary',
      do: goTo(paths.signIn({ next: address })),
    }),
  ])
}

function bodyOf({ role }: Pick<VisitPage, 'role'>, blocks: BlockList): ScreenBody {
  return {
    title: 'Video visit',
    chrome: 'plain',
    ...(role === 'patient' ? { back: { label: 'Appointments', to: paths.appointments() } } : {}),
    blocks: [title('Video visit'), ...blocks],
  }
}

function nextStep({ role }: Pick<VisitPage, 'role'>): BlockList {
  if (role === 'provider') return [text('close', 'You can close this page.', 'small')]
  return [link('to-appointments', { text: 'Your appointments', to: paths.appointments(), icon: 'calendar' })]
}

function callOffice(office: string): Words {
  return [{ text: 'If you have a question, please call ' }, phone(office), { text: '.' }]
}
