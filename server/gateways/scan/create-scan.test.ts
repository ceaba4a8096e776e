import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openClamd, type ClamdStandIn } from '../../../tests/support/clamd.ts'
import { eicar } from '../../../tests/support/files.ts'
import { createScan } from './create-scan.ts'
import { ScanUnavailable } from './scan.errors.ts'

let clamd: ClamdStandIn
beforeEach(async () => {
  clamd = await openClamd()
})
afterEach(() => clamd.close())

const scan = (timeoutMs = 2000) => createScan({ clamd: { host: '127.0.0.1', port: clamd.port }, timeoutMs })

describe('without a scanner', () => {
  it('finds the test file wherever it stands, and nothing else', async () => {
    const builtIn = createScan()
    expect(await builtIn.check(Buffer.concat([Buffer.from('before'), eicar]))).toBe('infected')
    expect(await builtIn.check(Buffer.from('words'))).toBe('clean')
  })
})

describe('with clamd', () => {
  it('sends every byte and believes its verdict', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
    expect(await scan().check(content)).toBe('clean')
    expect(clamd.scanned.map((each) => each.equals(content))).toEqual([true])
    clamd.mood = 'finds'
    expect(await scan().check(content)).toBe('infected')
  })

  it.each([
    ['finds a password', 'encrypted'],
    ['finds too much', 'too large'],
    ['reaches its limit', 'too large'],
    ['finds what is unwanted', 'unwanted'],
  ] as const)('that %s reports no virus', async (mood, verdict) => {
    clamd.mood = mood
    expect(await scan().check(Buffer.from('words'))).toBe(verdict)
  })

  it.each(['errs', 'breaks', 'hangs'] as const)('that %s has given no verdict', async (mood) => {
    clamd.mood = mood
    await expect(scan(300).check(Buffer.from('words'))).rejects.toThrow(ScanUnavailable)
  })

  it('that is not there has given no verdict', async () => {
    await clamd.close()
    await expect(scan().check(Buffer.from('words'))).rejects.toThrow(ScanUnavailable)
    clamd = await openClamd()
  })
})
