import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { protocolTest, signIn, type Answer, type Visitor } from './protocol-portal.ts'
import { bothEngines } from '../support/databases.ts'

const test = protocolTest({ patient: 'maria.alvarez' })

const errorsOf = (answer: Answer) =>
  answer.json<{ errors: { pointer: string; code: string; message: string }[] }>().errors
const post = (patient: Visitor, payload: string, headers: Record<string, string>) =>
  patient.send({
    method: 'POST',
    url: '/ui/actions/protocol.count',
    payload,
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })

describe('what an action is sent', () => {
  test.for<[string, unknown, { pointer: string; code: string }[]]>([
    ['nothing of what it needs', {}, [{ pointer: '/by', code: 'input.required' }]],
    ['a member that it does not know', { by: 1, isAdmin: true }, [{ pointer: '/isAdmin', code: 'input.unknown' }]],
    ['a text for a number', { by: '1' }, [{ pointer: '/by', code: 'input.type' }]],
    ['a broken number', { by: 1.5 }, [{ pointer: '/by', code: 'input.type' }]],
    ['too small a number', { by: 0 }, [{ pointer: '/by', code: 'input.tooSmall' }]],
    ['too large a number', { by: 1e9 }, [{ pointer: '/by', code: 'input.tooLarge' }]],
    ['too long a text', { by: 1, note: 'x'.repeat(21) }, [{ pointer: '/note', code: 'input.tooLong' }]],
    [
      'several faults at once',
      { note: 1 },
      [
        { pointer: '/by', code: 'input.required' },
        { pointer: '/note', code: 'input.type' },
      ],
    ],
    ['a list', [1], [{ pointer: '', code: 'input.type' }]],
    ['a text', 'by=1', [{ pointer: '', code: 'input.type' }]],
    ['a number', 7, [{ pointer: '', code: 'input.type' }]],
    [
      'a text with a NUL, which no database keeps',
      { by: 1, note: 'a\0b' },
      [{ pointer: '/note', code: 'input.format' }],
    ],
    ['a text with half a character', { by: 1, note: 'a\ud800' }, [{ pointer: '/note', code: 'input.format' }]],
    ['a name with a slash', { by: 1, 'a/b~c': 1 }, [{ pointer: '/a~1b~0c', code: 'input.unknown' }]],
  ])('is refused with its place when it is %s', async ([, input, errors], { protocol, patient }) => {
    const before = protocol.acted.count
    const answer = await post(patient, JSON.stringify(input), { 'content-type': 'application/json' })
    expect(answer.statusCode).toBe(422)
    expect(errorsOf(answer)).toEqual(errors.map((error) => expect.objectContaining(error)))
    expect(errorsOf(answer).every(({ message }) => message.length > 5 && !message.includes('{'))).toBe(true)
    expect(protocol.acted.count).toBe(before)
  })

  test('cannot reach what every object has', async ({ patient }) => {
    const answer = await post(patient, '{"by":1,"__proto__":{"note":"x"}}', { 'content-type': 'application/json' })
    expect(answer.statusCode).toBe(400)
    expect(({} as { note?: string }).note).toBeUndefined()
  })

  test.for<[string, { payload: string; type: string }, number]>([
    ['JSON that ends too early', { payload: '{"by":', type: 'application/json' }, 400],
    ['nothing at all that calls itself JSON', { payload: '', type: 'application/json' }, 400],
    ['a form of a page', { payload: 'by=1', type: 'application/x-www-form-urlencoded' }, 415],
    ['plain words, as a page of another site could send them', { payload: '{"by":1}', type: 'text/plain' }, 415],
    ['JSON without its type', { payload: '{"by":1}', type: 'application/octet-stream' }, 415],
    [
      'more than 64 kB',
      { payload: JSON.stringify({ by: 1, note: 'x'.repeat(70_000) }), type: 'application/json' },
      413,
    ],
  ])('is refused with a sentence when it is %s', async ([, { payload, type }, status], { protocol, patient }) => {
    const before = protocol.acted.count
    const answer = await post(patient, payload, { 'content-type': type })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ status, code: status === 413 ? 'request.tooLarge' : 'request.malformed' })
    expect(protocol.acted.count).toBe(before)
  })

  test('is refused for an action that is switched off, before anything else', async ({ patient }) => {
    expect((await patient.act('protocol.secondOff', { odd: 1 })).json()).toMatchObject({
      status: 403,
      code: 'route.off',
    })
  })

  test('is refused for a visitor before its input is looked at', async ({ protocol }) => {
    const answer = await protocol.app.inject({
      method: 'POST',
      url: '/ui/actions/protocol.count',
      payload: {},
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.json()).toMatchObject({ status: 401, code: 'access.signIn', redirect: '/user/login' })
  })
})

describe('the key of an action', () => {
  const count = (patient: Visitor, key: string, input: object = { by: 2 }) =>
    patient.act('protocol.count', input, { key })

  test.for(['', 'short', 'x'.repeat(65), 'has a blank', 'a/b/c/d/e'])(
    'must be a name of 8 to 64 letters, not "%s"',
    async (key, { protocol, patient }) => {
      const before = protocol.acted.count
      expect((await count(patient, key)).json()).toMatchObject({ status: 400, code: 'request.key' })
      expect(protocol.acted.count).toBe(before)
    },
  )

  test('must be there', async ({ patient }) => {
    const answer = await patient.send({ method: 'POST', url: '/ui/actions/protocol.count', payload: { by: 1 } })
    expect(answer.json()).toMatchObject({ status: 400, code: 'request.key' })
  })

  test('answers the same effects when it comes again, and acts once', async ({ protocol, patient }) => {
    const [key, before] = [randomUUID(), protocol.acted.count]
    const first = await count(patient, key)
    const second = await count(patient, key)
    expect(second.json()).toEqual(first.json())
    expect(protocol.acted.count).toBe(before + 2)
  })

  test('acts once when twenty come at the same time', bothEngines, async ({ protocol, patient }) => {
    const [key, before] = [randomUUID(), protocol.acted.count]
    const answers = await Promise.all(Array.from({ length: 20 }, () => count(patient, key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json())
    expect(protocol.acted.count).toBe(before + 2)
  })

  test('cannot be used for another input or another action', async ({ protocol, patient }) => {
    const [key, before] = [randomUUID(), protocol.acted.count]
    await count(patient, key)
    expect((await count(patient, key, { by: 3 })).json()).toMatchObject({ status: 422, code: 'request.keyReused' })
    expect((await patient.act('protocol.failsOnce', {}, { key })).json()).toMatchObject({
      status: 422,
      code: 'request.keyReused',
    })
    expect(protocol.acted.count).toBe(before + 2)
  })

  test('is free again after a failure, so that a person can try once more', async ({ patient }) => {
    const key = randomUUID()
    expect((await patient.act('protocol.failsOnce', {}, { key })).statusCode).toBe(504)
    expect((await patient.act('protocol.failsOnce', {}, { key })).json()).toEqual({ effects: [{ type: 'close' }] })
  })

  test('is free again after a refused input', async ({ patient }) => {
    const key = randomUUID()
    expect((await count(patient, key, { by: 99 })).statusCode).toBe(422)
    expect((await count(patient, key)).statusCode).toBe(200)
  })

  test('of one person is not that of another', async ({ protocol, patient }) => {
    const [key, before, other] = [randomUUID(), protocol.acted.count, await signIn(protocol, 'new.patient')]
    await count(patient, key)
    expect((await other.act('protocol.count', { by: 2 }, { key })).statusCode).toBe(200)
    expect(protocol.acted.count).toBe(before + 4)
  })
})
