import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import { keepMessage, type NewMessage } from '../../server/sandbox/areas/messages/messages.store.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const test = portalTest({ maria: 'maria.alvarez' })

const route = '/ui/screens/user/home/Messages'

/** Adds a message as another program of the office would. */
async function arrives({ records, portal }: RunningPortal, message: Partial<NewMessage>): Promise<string> {
  const kept = await keepMessage(records.db, {
    practice: 'lakeside',
    patientN: people.mariaAlvarez.patientN,
    direction: 'IN',
    physician: { id: 1, isGroup: true },
    senderName: 'Front Desk',
    isRead: false,
    sentAt: portal.now().getTime(),
    subject: 'A question',
    body: '<p>Is it?</p>',
    ...message,
  })
  return String(kept?.messageId)
}

async function entryOf(visitor: Visitor, query: string): Promise<BlockOf<'thread'>['entries'][number]> {
  const { status, body } = await visitor.get<Screen>(`${route}?${query}`)
  expect(status).toBe(200)
  return blocksOf(body.blocks, 'thread')[0]?.entries.at(0) ?? expect.fail('there is no message')
}

describe('a message of the office', () => {
  test('may be five megabytes of nested tables', async ({ portal, maria }) => {
    const depth = 150_000
    const body = `${'<table><tr><td>'.repeat(depth)}Deep${'</td></tr></table>'.repeat(depth)}`.slice(0, 5_000_000)
    const message = await arrives(portal, { body })
    const { html, note } = await entryOf(maria, `message=${message}`)
    expect([html.includes('Deep'), html.length < 100_000, note]).toEqual([
      true,
      true,
      'This text is shown without its formatting.',
    ])
  })

  test('may have two hundred recipients, of whom the first ones are named', async ({ portal, maria }) => {
    const recipients = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, name: `Nurse ${at + 1}`, isGroup: false }))
    const message = await arrives(portal, { direction: 'OUT', recipients, isRead: true })
    const { body } = await maria.get<Screen>(`${route}?box=sent`)
    const row = blocksOf(body.blocks, 'list')[0]?.rows.find(({ id }) => id === `message-${message}`)
    expect(row?.lead).toBe('To Nurse 1, Nurse 2, Nurse 3 and 197 others')
    expect((await entryOf(maria, `box=sent&message=${message}`)).to).toMatch(/^to Nurse 1, .*Nurse 10 and 190 others$/)
  })

  test.for([['a line break', 'Two\r\nlines'] as const, ['no subject', ''] as const])(
    'may have a subject with %s',
    async ([, subject], { portal, maria }) => {
      const message = await arrives(portal, { subject })
      const { body } = await maria.get<Screen>(`${route}?message=${message}`)
      expect(wordsOf(body)).toContain(subject === '' ? '(no subject)' : 'Two lines')
    },
  )
})

describe('while the record server', () => {
  test.for([
    ['is down', { kind: 'down', path: 'GetInbox' }] as const,
    ['sends nonsense', { kind: 'nonsense', path: 'GetInbox' }] as const,
  ])('%s, the inbox says so, and the other parts stay', async ([, fault], { portal, maria }) => {
    await portal.fault(fault)
    const inbox = await maria.get<Problem>(route)
    expect([502, 503, 504]).toContain(inbox.status)
    expect(wordsOf(inbox.body.screen)).not.toBe('')
    expect((await maria.get(`${route}?box=sent`)).status).toBe(200)
    expect((await maria.get('/ui/screens/user/home/ChatMsg')).status).toBe(200)
    await portal.heal()
    expect((await maria.get(route)).status).toBe(200)
  })
})
