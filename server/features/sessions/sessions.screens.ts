import type { BlockList } from '../../../schemas/block.ts'
import type { OpenSession } from '../../identity/account-sessions.ts'
import { browserName } from '../../identity/browser-name.ts'
import { clockText, dateText, dayOf } from '../../protocol/time-words.ts'
import { call } from '../../protocol/block-builders.ts'
import type { Named } from '../../protocol/definitions.ts'

export interface SessionList {
  sessions: readonly OpenSession[]
  /** The hash of the current session. */
  current: string
  timeZone: string
  now: Date
  endOne: Named
  endOthers: Named
}

function placeOf(address: string | undefined): string {
  return address ? ` from ${address}` : ''
}

/** Lists the open sessions; the current one is first and marked. */
export function sessionBlocks({ sessions, current, timeZone, now, endOne, endOthers }: SessionList): BlockList {
  const when = (at: Date) => `${dateText(dayOf(at, timeZone))} ${clockText(at, timeZone)}`
  const today = dayOf(now, timeZone)
  const lastActive = (at: Date) => {
    const day = dayOf(at, timeZone)
    return day === today ? `Active today, ${clockText(at, timeZone)}` : `Active ${dateText(day)}`
  }
  const ordered = sessions.toSorted((one, other) => Number(other.hash === current) - Number(one.hash === current))
  const table: BlockList[number] = {
    kind: 'table',
    id: 'sessions-table',
    caption: 'Where you are signed in',
    hideCaption: true,
    columns: [
      { id: 'browser', label: 'Browser', main: true },
      { id: 'active', label: 'Activity' },
    ],
    narrow: 'lines',
    rows: ordered.map(({ hash, from, startedAt, lastActivityAt }) => ({
      id: `s-${hash}`,
      cells: {
        browser: {
          text: browserName(from?.agent ?? ''),
          help: `${hash === current ? 'This browser. ' : ''}Signed in ${when(startedAt)}${placeOf(from?.address)}`,
        },
        active: { text: hash === current ? 'Active now' : lastActive(lastActivityAt) },
      },
      actions:
        hash === current
          ? []
          : [
              {
                id: 'end',
                label: 'Sign out',
                about: `${browserName(from?.agent ?? '')}, signed in ${when(startedAt)}`,
                do: call(endOne, { session: hash }),
              },
            ],
    })),
    empty: { picture: 'check', text: 'You are not signed in anywhere else.' },
  }
  if (ordered.length < 2) return [table]
  return [
    table,
    {
      kind: 'action',
      id: 'end-others',
      text: 'Sign out everywhere else',
      do: {
        ...call(endOthers),
        confirm: {
          title: 'Sign out everywhere else?',
          text: 'Every other browser that is signed in to your account must sign in again.',
          yes: 'Sign out',
          no: 'Cancel',
        },
      },
    },
  ]
}
