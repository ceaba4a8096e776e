import { expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'

const test = portalTest({ maria: 'maria.alvarez' })

test.for([
  ['/user/bookappointment/provider/slots?type=inoffice&visit=11&provider=202', 'Choose a time'],
  ['/user/home/Messages', 'Messages'],
  ['/user/home/ChatMsg', 'Messages'],
  ['/user/home/MakePayment', 'Make Payment'],
] as const)(
  'a screen that cannot be loaded keeps its heading, can be tried again, and says whom to call: %s',
  async ([to, heading], { portal, maria }) => {
    await portal.fault({ kind: 'down' })
    const { status, body } = await maria.get<{ screen: Screen; instance: string }>(`/ui/screens${to}`)
    await portal.heal()
    const { screen, instance } = body
    expect([status, screen.title, screen.blocks[0]]).toEqual([
      503,
      heading,
      { kind: 'text', id: 'problem-title', role: 'title', text: heading },
    ])
    expect(blocksOf(screen.blocks, 'action').map(({ text, do: act }) => [text, act])).toEqual([
      ['Try again', { type: 'navigate', to, replace: true }],
      ['Go to the start page', { type: 'navigate', to: '/' }],
    ])
    const [code = ''] = /^[A-Z]{6}(?=-)/.exec(instance) ?? []
    expect(blocksOf(screen.blocks, 'text').at(-1)?.text).toEqual([
      { text: 'If you call the office at ' },
      { text: '(212) 555-0140', href: 'tel:+12125550140' },
      { text: `, please mention ${code}.` },
    ])
    expect(wordsOf(screen.blocks)).not.toContain(instance)
  },
)

test('the profile is shown without the insurance that cannot be read', async ({ portal, maria }) => {
  await portal.fault({ kind: 'down', path: 'getinsurancenumber' })
  const { status, body } = await maria.get<RegionContent>('/ui/regions/account.profile')
  await portal.heal()
  expect([status, wordsOf(body.blocks)]).toEqual([200, expect.stringContaining('Maria Alvarez')])
  expect(wordsOf(body.blocks)).toContain('This cannot be shown at the moment.')
})
