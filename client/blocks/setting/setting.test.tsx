// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { recordAnnouncements } from '../../../tests/support/announcements.ts'
import { drawBlock, exampleOf, fetchKinds } from '../../../tests/support/draw-block.tsx'
import { json, problem } from '../../../tests/support/fake-portal.ts'

let announced: ReturnType<typeof recordAnnouncements>

beforeAll(fetchKinds)
beforeEach(() => void (announced = recordAnnouncements()))
afterEach(cleanup)

const lights = exampleOf('setting')
const lightsSwitch = () => screen.getByRole('switch', { name: 'Lights' })
const switchCalls = ({ requests }: Awaited<ReturnType<typeof drawBlock>>) =>
  requests.filter(({ url }) => url === '/ui/actions/room.switch')

it('acts at one press, keeps the focus and says the result', async () => {
  const drawn = await drawBlock(lights, { '/ui/actions/room.switch': json({ effects: [] }) })
  lightsSwitch().focus()
  await drawn.user.keyboard(' ')
  expect(switchCalls(drawn).map(({ body }) => body)).toEqual([{ on: true }])
  const [first] = lights.switches ?? []
  if (!first) throw new Error('the example has a switch')
  await drawn.renew({
    ...lights,
    switches: [{ ...first, on: true, text: 'On' }],
    result: { text: 'The hall is lit.', version: '5' },
  })
  expect(lightsSwitch().getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement).toBe(lightsSwitch())
  await expect.poll(() => announced).toEqual([['The hall is lit.', 'polite']])
})

it('says the same words again for the next change, and nothing when it is opened', async () => {
  const drawn = await drawBlock(lights)
  const saved = (version: string): BlockOf<'setting'> => ({ ...lights, result: { text: 'Saved.', version } })
  await drawn.renew(saved('5'))
  await expect.poll(() => announced).toHaveLength(1)
  await drawn.renew(saved('5'))
  await drawn.renew(saved('6'))
  await expect
    .poll(() => announced)
    .toEqual([
      ['Saved.', 'polite'],
      ['Saved.', 'polite'],
    ])
})

it('takes a double click for one press', async () => {
  const drawn = await drawBlock(lights, { '/ui/actions/room.switch': () => json({ effects: [] }) })
  await drawn.user.dblClick(lightsSwitch())
  expect(switchCalls(drawn)).toHaveLength(1)
})

it('stays as it is when the server refuses', async () => {
  const drawn = await drawBlock(lights, { '/ui/actions/room.switch': problem(409) })
  await drawn.user.click(lightsSwitch())
  expect(lightsSwitch().getAttribute('aria-checked')).toBe('false')
  expect(drawn.portal.errorBanner.get()?.text).toBe('It was refused.')
})

it('has a way back and one to its details, each named after it', async () => {
  const drawn = await drawBlock(lights, { '/ui/actions/room.undo': json({ effects: [] }) })
  await drawn.user.click(screen.getByRole('button', { name: 'Undo Lights' }))
  expect(drawn.requests.map(({ url }) => url)).toContain('/ui/actions/room.undo')
  expect(screen.getByRole('link', { name: 'Details Lights' }).getAttribute('href')).toBe('/rooms/lights')
})
