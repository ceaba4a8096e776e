import { describe, expect } from 'vitest'
import { createScan } from '../../server/gateways/scan/create-scan.ts'
import { ScanUnavailable } from '../../server/gateways/scan/scan.errors.ts'
import { documentsOf, tokenFor, visitIn } from '../support/linked-screens.ts'
import { pdf, pdfOf, png } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import { startPortal } from '../support/portal.ts'
import { clamdBinary, signed, startClamd } from '../support/real-clamd.ts'

const most = 6 * 1_048_576
const missing = 'no clamd on this machine (Debian: apt-get install clamav-daemon), so only its stand-in was asked'

/** The portal uses a clamd, if there is one; each test has its own visit. */
const test = portalTest({ maria: 'maria.alvarez' })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('clamd', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clamd = clamdBinary ? await startClamd(clamdBinary) : undefined
    onCleanup(() => clamd?.stop())
    return clamd
  })
  .extend('portal', { scope: 'file' }, async ({ clamd }, { onCleanup }) => {
    const portal = await startPortal({
      scan: createScan(clamd ? { clamd: { host: '127.0.0.1', port: clamd.port } } : {}),
    })
    onCleanup(() => portal.close())
    return portal
  })
  .extend('visit', ({ portal }) => visitIn(portal, 48))
  .extend('send', ({ portal, maria, visit }) => async (content: Buffer, fileName = 'scan.pdf') => {
    const link = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
    const fields = [
      { name: 'link', content: link },
      { name: 'category', content: 'Lab results' },
    ]
    const { status, body } = await maria.upload('uploads.add', [...fields, filePart(content, fileName)])
    return [status, body.detail]
  })

describe('a real clamd', () => {
  test('finds what its signature says, at the beginning, in the middle and at the end of a file', async ({
    clamd,
    portal,
    visit,
    send,
    skip,
  }) => {
    if (!clamd) return skip(missing)
    const middle = pdfOf(most)
    signed.copy(middle, most / 2)
    const picture = await png()
    for (const content of [signed, middle, Buffer.concat([pdf, signed]), Buffer.concat([picture, signed])])
      expect(await send(content)).toEqual([400, 'Virus detected - file cannot be uploaded.'])
    expect(await documentsOf(portal, visit)).toEqual([])
  })

  test('lets clean files of every type and of the largest size through', async ({
    clamd,
    portal,
    visit,
    send,
    skip,
  }) => {
    if (!clamd) return skip(missing)
    expect(await send(pdfOf(most), 'large.pdf')).toEqual([200, undefined])
    expect(await send(await png(), 'photo.png')).toEqual([200, undefined])
    expect(await documentsOf(portal, visit)).toHaveLength(2)
  })

  test('that takes less than a file has given no verdict', async ({ clamd, skip }) => {
    if (!clamd) return skip(missing)
    const scan = createScan({ clamd: { host: '127.0.0.1', port: clamd.port } })
    await expect(scan.check(Buffer.alloc(8 * 1_048_576))).rejects.toThrow(ScanUnavailable)
  })

  test('that was stopped has given no verdict', async ({ skip }) => {
    if (!clamdBinary) return skip(missing)
    const other = await startClamd(clamdBinary)
    const scan = createScan({ clamd: { host: '127.0.0.1', port: other.port } })
    expect(await scan.check(signed)).toBe('infected')
    await other.stop()
    await expect(scan.check(signed)).rejects.toThrow(ScanUnavailable)
  })
})
