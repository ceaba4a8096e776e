import { describe, expect, test } from 'vitest'
import { undocumentedCalls } from './record-areas.ts'
import { repositoryFiles } from './repository.ts'

test('the README of every area of the record server names the calls of its code', () => {
  const files = repositoryFiles()
  expect(files.map(({ path }) => path)).toContain('server/gateways/emr/slots/README.md')
  expect(undocumentedCalls(files)).toEqual([])
})

describe('the guard finds', () => {
  const folder = 'server/gateways/emr/parking'
  const readme = { path: `${folder}/README.md`, text: '| GET Parking/GetPlaces | ours | `[Place]` |' }
  const check = (text: string) => undocumentedCalls([readme, { path: `${folder}/parking.ts`, text: `${text}\n` }])

  test.each([
    "client.read({ call: 'free' })",
    "const placeCall = 'free'",
    "client.read({ call, rest: 'Parking/GetFree' })",
    "post('GetFree')",
    "const calls = { free: 'GetFree' } as const",
    "post('Parking/GetPlace')",
    'client.pdf(`/api/GetFree?id=${id}`)',
  ])('a call that is not named: %s', (code) => {
    expect(check(code)).toHaveLength(1)
  })

  test('an area without a README', () => {
    expect(undocumentedCalls([{ path: `${folder}/parking.ts`, text: '' }])).toEqual([`${folder} has no README.md`])
  })

  test.each([
    "client.read({ call: 'Parking/GetPlaces' })",
    "import Type from 'typebox/compile'",
    "const a = 'image/png'",
  ])('no fault in %s', (code) => {
    expect(check(code)).toEqual([])
  })
})
