import { expect, test } from 'vitest'
import { parseLongAnswer } from './long-answer.ts'

/** As it arrives. */
const bodyOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
const long = 'é'.repeat(1024 * 1024)

test('a short answer is parsed as it is', async () => {
  expect(await parseLongAnswer(bodyOf('[{"ID":7,"XML":"<é/>"}]'))).toEqual([{ ID: 7, XML: '<é/>' }])
})

test('long texts of a long answer come as bytes, everything else as it is', async () => {
  const body = JSON.stringify([{ ID: 7, XML: long, Date: '2026-01-05' }, null])
  const [{ XML, ...rest }, other] = (await parseLongAnswer(bodyOf(body))) as [{ XML: Uint8Array }, null] // as it is above
  expect(new TextDecoder().decode(XML) === long).toBe(true)
  expect([rest, other]).toEqual([{ ID: 7, Date: '2026-01-05' }, null])
})

test.each([
  ['short', '[{"ID":7'],
  ['long', `["${long}"`],
])('a %s answer that is no JSON is refused, and the next one parsed', async (_length, text) => {
  await expect(parseLongAnswer(bodyOf(text))).rejects.toThrow(SyntaxError)
  expect(await parseLongAnswer(bodyOf(JSON.stringify({ all: ['a', 1, true], long })))).toMatchObject({
    all: ['a', 1, true],
  })
})
