import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScan } from '../../server/gateways/scan/create-scan.ts'
import { ScanUnavailable } from '../../server/gateways/scan/scan.errors.ts'
import { documentsOf, tokenFor, visitIn } from '../support/around-visits.ts'
import { pdf, pdfOf, png } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { clamdBinary, signed, startClamd, type RealClamd } from '../support/real-clamd.ts'

const most = 6 * 1_048_576
const missing = 'no clamd on this machine (Debian: apt-get install clamav-daemon), so only its stand-in was asked'

describe('a real clamd', () => {
  let clamd: RealClamd
  let portal: RunningPortal
  let maria: Visitor
  let visit: string
  beforeAll(async () => {
    if (!clamdBinary) return
    clamd = await startClamd(clamdBinary)
    portal = await startPortal({ scan: createScan({ clamd: { host: '127.0.0.1', port: clamd.port } }) })
    maria = await portal.signIn('maria.alvarez')
    visit = await visitIn(portal, 48)
  })
  afterAll(async () => {
    await portal?.close()
    await clamd?.stop()
  })

  async function send(content: Buffer, fileName = 'scan.pdf') {
    const link = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
    const fields = [
      { name: 'link', content: link },
      { name: 'category', content: 'Lab results' },
    ]
    const { status, body } = await maria.upload('uploads.add', [...fields, filePart(content, fileName)])
    return [status, body.detail]
  }

  test('finds what its signature says, at the beginning, in the middle and at the end of a file', async (task) => {
    if (!clamdBinary) return task.skip(missing)
    const middle = pdfOf(most)
    signed.copy(middle, most / 2)
    const picture = await png()
    for (const content of [signed, middle, Buffer.concat([pdf, signed]), Buffer.concat([picture, signed])])
      expect(await send(content)).toEqual([400, 'Virus detected - file cannot be uploaded.'])
    expect(await documentsOf(portal, visit)).toEqual([])
  })

  test('lets clean files of every type and of the largest size through', async (task) => {
    if (!clamdBinary) return task.skip(missing)
    expect(await send(pdfOf(most), 'large.pdf')).toEqual([200, undefined])
    expect(await send(await png(), 'photo.png')).toEqual([200, undefined])
    expect(await documentsOf(portal, visit)).toHaveLength(2)
  })

  test('that takes less than a file has given no verdict', async (task) => {
    if (!clamdBinary) return task.skip(missing)
    const scan = createScan({ clamd: { host: '127.0.0.1', port: clamd.port } })
    await expect(scan.check(Buffer.alloc(8 * 1_048_576))).rejects.toThrow(ScanUnavailable)
  })

  test('that was stopped has given no verdict', async (task) => {
    if (!clamdBinary) return task.skip(missing)
    const other = await startClamd(clamdBinary)
    const scan = createScan({ clamd: { host: '127.0.0.1', port: other.port } })
    expect(await scan.check(signed)).toBe('infected')
    await other.stop()
    await expect(scan.check(signed)).rejects.toThrow(ScanUnavailable)
  })
})
