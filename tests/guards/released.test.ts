import { describe, expect, test } from 'vitest'
import { compareContracts } from './compare-contracts.ts'
import { contractNow, lastRelease, migrationsNow, migrationsReleased, thawed } from './released.ts'

describe('since the last release', () => {
  test('the contract has only grown, unless its major version was raised', () => {
    const [release, now] = [lastRelease(), contractNow()]
    const changes = compareContracts(release.schemas, now.schemas).filter(({ weight }) => weight === 'breaking')
    const sameMajor = release.protocol.split('.')[0] === now.protocol.split('.')[0]
    expect(sameMajor ? changes : []).toEqual([])
  })

  test('the version was raised together with the contract that is kept for it', () => {
    expect(lastRelease().version).toBe(contractNow().version)
  })

  test('no released migration was changed or removed', () => {
    const released = migrationsReleased()
    expect(Object.keys(released)).toContain('server/db/migrations/0001-portal.sql')
    expect(thawed(released, migrationsNow())).toEqual([])
  })
})

test('a migration that was changed or removed is found, a new one is not', () => {
  expect(thawed({ a: '1', b: '2', c: '3' }, { a: '1', b: 'changed', d: '4' })).toEqual(['b', 'c'])
})

test('a change that the last release would not survive is found in the real contract', () => {
  const { schemas } = contractNow()
  const { Text, ...rest } = schemas
  expect(Text).toBeDefined()
  expect(compareContracts(schemas, rest)).toEqual([{ weight: 'breaking', at: 'Text', what: 'the schema was removed' }])
})
