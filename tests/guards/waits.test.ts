import { expect, test } from 'vitest'
import { codeFiles } from './repository.ts'
import { fixedWaitsIn } from './waits.ts'

test('no test waits for a time without saying what for', () => {
  expect(fixedWaitsIn(codeFiles().filter(({ path }) => !path.startsWith('tests/guards/waits')))).toEqual([])
})

test.each([
  'await new Promise((done) => setTimeout(done, 100))',
  'await page.waitForTimeout(300)',
  "import { setTimeout as wait } from 'node:timers/promises'",
])('the guard sees %s', (text) => {
  expect(fixedWaitsIn([{ path: 'tests/http/x.test.ts', text }])).toHaveLength(1)
  expect(fixedWaitsIn([{ path: 'server/x.ts', text }])).toEqual([])
})
