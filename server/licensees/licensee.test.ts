import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { licenseeOf, readLicensees, recordServerToken, type Licensee } from './licensee.ts'

const north: Licensee = {
  id: 'north',
  name: 'North',
  hosts: ['north.example', 'n.example'],
  timeZone: 'America/Denver',
  recordServer: 'https://records.example/north/api/',
}
const south: Licensee = { ...north, id: 'south', name: 'South', hosts: ['south.example'] }

describe('the practice of a host', () => {
  test.each([
    ['north.example', 'north'],
    ['N.Example:3000', 'north'],
    ['south.example.', 'south'],
    ['north.example.evil.example', undefined],
    ['evil-north.example', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (host, id) => {
    expect(licenseeOf([north, south], host)?.id).toBe(id)
  })
})

describe('the list of practices', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'practices-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const read = (list: unknown) => {
    const file = join(folder, 'practices.json')
    writeFileSync(file, typeof list === 'string' ? list : JSON.stringify(list))
    return readLicensees(file)
  }

  test('is read', () => {
    expect(read([north, south])).toEqual([north, south])
  })

  test.each<[string, unknown, RegExp]>([
    ['no practice', [], /practices\.json: /],
    ['a member that nobody knows', [{ ...north, colour: 'red' }], /practices\.json: /],
    [
      'an address of a record server without its end',
      [{ ...north, recordServer: 'https://records.example' }],
      /recordServer/,
    ],
    ['a host with a port', [{ ...north, hosts: ['north.example:80'] }], /hosts/],
    ['one host for two', [north, { ...south, hosts: ['n.example'] }], /the host n\.example is used by two practices/],
    ['one id for two', [north, { ...south, id: 'north' }], /the id north is used twice/],
    ['broken JSON', '[{', /practices\.json/],
  ])('is refused with its name when it holds %s [1 §8.32] [2 §2.42 §7.2 §8.10]', (_what, list, message) => {
    expect(() => read(list)).toThrow(message)
  })

  test('is missed by its name', () => {
    expect(() => readLicensees(join(folder, 'nothing.json'))).toThrow(/nothing\.json/)
  })
})

describe('the token for the record server', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'token-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const tokenOf = (text: string) => {
    const file = join(folder, 'token')
    writeFileSync(file, text)
    return recordServerToken({ ...north, recordServerTokenFile: file })
  }

  test('is the text of its file', () => {
    expect(recordServerToken(north)).toBeUndefined()
    expect(tokenOf('a.b-c_d=\n')).toBe('a.b-c_d=')
  })

  test.each(['', 'two words', 'a\nb'])('is refused if the file has %j', (text) => {
    expect(() => tokenOf(text)).toThrow('is no bearer token for the record server of north')
  })

  test('is required if it is configured', () => {
    expect(() => recordServerToken({ ...north, recordServerTokenFile: join(folder, 'missing') })).toThrow('missing')
  })
})
