import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { joinAreas, type Area } from './area.ts'
import { areas } from './areas.ts'
import { createRecordClient } from './record-client.ts'
import { createReferenceCache } from './reference-cache.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'wire')
  .map(({ name }) => name)
const now = () => 0
const client = createRecordClient({
  baseUrl: 'http://127.0.0.1:1/lakeside/api/',
  timeoutMs: 1,
  retryPauseMs: 1,
  connections: 1,
  now,
  random: now,
})
const deps = { client, cache: createReferenceCache({ keepMs: 0, now }), now: () => new Date(0) }

afterAll(() => client.close())

test.each(folders)('the area %s is listed once', async (name) => {
  const exported = Object.values((await import(`./${name}/${name}.ts`)) as object)
  expect(areas.filter((area) => exported.includes(area))).toHaveLength(1)
})

test('every call of every area is one of the gateway', () => {
  const joined = joinAreas(areas, deps)
  const names = areas.flatMap((area) => Object.keys(area(deps)))
  expect(Object.keys(joined).toSorted()).toEqual(names.toSorted())
})

test('two areas with a call of the same name are refused', () => {
  const parking: Area = () => ({ regions: () => [], places: () => [] })
  expect(() => joinAreas([...areas, parking], deps)).toThrow('Two areas of the record server define regions.')
})
