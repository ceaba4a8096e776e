import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work of one key runs one after the other, also after a failure; that of another key at once', async () => {
  const inTurn = createTurns()
  const events: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = inTurn('maria', async () => {
    events.push('first begins')
    await held
    events.push('first ends')
    throw new Error('failed')
  })
  const next = inTurn('maria', async () => events.push('second'))
  await inTurn('ben', async () => events.push('other'))
  expect(events).toEqual(['first begins', 'other'])
  release()
  await expect(slow).rejects.toThrow('failed')
  await next
  expect(events).toEqual(['first begins', 'other', 'first ends', 'second'])
  expect(await inTurn('maria', async () => 'again')).toBe('again')
})
