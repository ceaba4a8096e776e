import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ccdaXml } from '../../tests/support/ccda.ts'
import type { Database } from '../db/open.ts'
import { loadRoutes } from './load-routes.ts'
import { bundleOf, clinic, doctor, openPractice, person, visit } from '../../tests/support/practice-to-load.ts'

let database: Database
let app: FastifyInstance
beforeAll(async () => {
  database = await openPractice('pglite')
  app = fastify()
  await app.register(loadRoutes({ database, token: 'secret' }))
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const post = (
  payload: Uint8Array,
  { query = 'practice=lakeside&name=x.json', token = 'Bearer secret', type = 'application/json' } = {},
) =>
  app.inject({
    method: 'POST',
    url: `/practice/load?${query}`,
    headers: { authorization: token, 'content-type': type },
    payload: Buffer.from(payload),
  })

test.each(['', 'Bearer wrong', 'Bearer ', 'secret'])('nobody loads with the token %j', async (token) => {
  const answer = await post(bundleOf([clinic]), { token })
  expect(answer.statusCode).toBe(401)
})

test('a file is loaded and reported', async () => {
  const answer = await post(bundleOf([clinic, doctor, person, visit]))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    appointments: { fresh: 1, known: 0 },
    people: [{ emrId: 'MR-1', firstName: 'Ana' }],
  })
})

test('a C-CDA document is loaded as well, and a broken one is answered with its place', async () => {
  const options = { query: 'practice=lakeside&name=x.xml', type: 'application/xml' }
  const answer = await post(Buffer.from(ccdaXml()), options)
  expect(answer.json()).toMatchObject({ visitRecords: { fresh: 1, known: 0 }, people: [{ emrId: '77' }] })
  expect((await post(Buffer.from('<a>'), options)).json()).toMatchObject({
    sentences: ['x.xml: is XML, but not a C-CDA document'],
    foreign: true,
  })
  expect((await post(Buffer.from(ccdaXml().slice(0, -5)), options)).json()).toMatchObject({
    sentences: [expect.stringMatching(/^x\.xml: line 4, column \d+: not well-formed/)],
    foreign: false,
  })
})

test('a file larger than the usual limit of a request is loaded', async () => {
  const bulk = { resourceType: 'Goal', note: 'x'.repeat(3_000_000) }
  expect((await post(bundleOf([clinic, bulk]))).statusCode).toBe(200)
})

test('a broken file is answered with its sentences', async () => {
  const answer = await post(new TextEncoder().encode('{"resourceType": '))
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    sentences: ['x.json: is no JSON: it stops making sense at line 1, column 18'],
    foreign: false,
  })
})

test('a practice that is not kept here and options that are none are refused', async () => {
  expect((await post(bundleOf([clinic]), { query: 'practice=nowhere&name=x' })).statusCode).toBe(404)
  expect((await post(bundleOf([clinic]), { query: 'practice=lakeside&name=x&shiftDays=soon' })).statusCode).toBe(400)
  expect((await post(bundleOf([clinic]), { query: 'practice=lakeside&name=x&settledBefore=1' })).statusCode).toBe(400)
})
