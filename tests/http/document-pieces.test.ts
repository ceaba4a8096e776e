import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { addTestResults } from '../../server/sandbox/areas/test-results/add-test-results.ts'
import { pdfNamed } from '../support/active-pdfs.ts'
import { pdfOf, scriptedPdf } from '../support/files.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'
import { withSetting } from '../support/switches.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })

type Problem = { code: string; errors: { message: string }[] }

const document = pdfOf(5000)
document.write('startxref', 4980)
const filePath = (id: string, use = '') => `/user/home/resultdocument/${id}/pdf${use}`

/** Adds a result with this file, and returns its id. */
async function addResult({ records, portal }: RunningPortal, pdf: Buffer, isPendingReview = false): Promise<string> {
  const sourceId = randomUUID()
  const texts = { testType: 'HIV screening', physician: 'Grace Kim', annotation: '', conclusion: '' }
  const times = { day: '2026-11-06', releasedAt: portal.now().toISOString(), acknowledgedAt: null }
  const file = { hasDocument: true, pdf: pdf.toString('base64'), observations: [] }
  await addTestResults(records.db, 'lakeside', [
    { patientN: mariaN, sourceId, isPendingReview, ...texts, ...times, ...file },
  ])
  const { rows } = await records.db.execute<{ id: number }>(
    sql`select document_n as id from test_results where source_id = ${sourceId}`,
  )
  return String(rows[0]?.id)
}

async function viewsNoted({ database }: RunningPortal, outcome = 'ok'): Promise<number> {
  const { rows } = await database.db.execute(
    sql`select id from audit_log where event = 'file:testResults.view' and outcome = ${outcome}`,
  )
  return rows.length
}

const pieceOf = (visitor: Visitor, id: string, headers: { range: string; 'if-range'?: string }) =>
  visitor.get<Buffer & Problem>(filePath(id), headers)

describe('the PDF of a result', () => {
  test('states its length, and that pieces of it can be requested', async ({ portal, maria }) => {
    const id = await addResult(portal, document)
    const { status, headers, body } = await maria.get<Buffer>(filePath(id))
    expect([status, Buffer.from(body).equals(document)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-length': '5000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"/),
      'cache-control': 'private, no-store',
    })
  })

  test.for([
    ['bytes=0-99', 0, 99],
    ['bytes=3000-3009', 3000, 3009],
    ['bytes=4990-', 4990, 4999],
    ['bytes=-20', 4980, 4999],
  ] as const)('comes in a piece for %s', async ([range, first, last], { portal, maria }) => {
    const id = await addResult(portal, document)
    const { status, headers, body } = await pieceOf(maria, id, { range })
    expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/5000`])
    expect(Buffer.from(body).equals(document.subarray(first, last + 1))).toBe(true)
    expect(headers['content-length']).toBe(String(last - first + 1))
  })

  test('comes whole for several ranges, for what is no range, and for pieces of another state', async ({
    portal,
    maria,
  }) => {
    const id = await addResult(portal, document)
    for (const range of ['bytes=0-9,20-29', 'bytes=9-1', 'bytes=-', 'lines=0-9'])
      expect([range, (await pieceOf(maria, id, { range })).status]).toEqual([range, 200])
    expect((await pieceOf(maria, id, { range: 'bytes=0-9', 'if-range': '"former"' })).status).toBe(200)
    const { etag } = (await maria.get(filePath(id))).headers
    expect((await pieceOf(maria, id, { range: 'bytes=0-9', 'if-range': String(etag) })).status).toBe(206)
  })

  test('has no piece behind its end', async ({ portal, maria }) => {
    const id = await addResult(portal, document)
    const { status, headers, body } = await pieceOf(maria, id, { range: 'bytes=5000-' })
    expect([status, headers['content-range'], body.code]).toEqual([416, 'bytes */5000', 'file.range'])
  })

  test('in pieces is noted once, whichever piece comes first, and every time as a whole', async ({ portal, maria }) => {
    const id = await addResult(portal, document)
    const before = await viewsNoted(portal)
    for (const range of ['bytes=3000-3009', 'bytes=0-99', 'bytes=4000-']) await pieceOf(maria, id, { range })
    expect(await viewsNoted(portal)).toBe(before + 1)
    await maria.get(filePath(id))
    expect(await viewsNoted(portal)).toBe(before + 2)
    await pieceOf(maria, id, { range: 'bytes=0-99' })
    expect(await viewsNoted(portal)).toBe(before + 2)
  })

  test('that was refused is noted when it is shown afterwards', async ({ portal, maria }) => {
    const id = await addResult(portal, document, true)
    const before = await viewsNoted(portal)
    expect((await pieceOf(maria, id, { range: 'bytes=3000-' })).status).toBe(404)
    expect((await maria.act('testResults.open', { result: id })).status).toBe(200)
    expect((await pieceOf(maria, id, { range: 'bytes=3000-' })).status).toBe(206)
    expect(await viewsNoted(portal)).toBe(before + 1)
  })

  test('that is withdrawn while it is open gives no more pieces', async ({ portal, maria }) => {
    const id = await addResult(portal, document)
    expect((await pieceOf(maria, id, { range: 'bytes=0-99' })).status).toBe(206)
    await portal.records.db.execute(sql`delete from test_results where document_n = ${Number(id)}`)
    expect((await pieceOf(maria, id, { range: 'bytes=100-199' })).status).toBe(404)
  })

  test('is as unknown to others in pieces as whole', async ({ portal, nora }) => {
    const id = await addResult(portal, document)
    expect((await pieceOf(nora, id, { range: 'bytes=0-99' })).status).toBe(404)
  })
})

test('pieces of one file count once among the files of a minute', async ({ portal }) => {
  const reader = await portal.signIn('maria.alvarez')
  const id = await addResult(portal, document)
  for (let at = 0; at < 40; at++)
    expect((await pieceOf(reader, id, { range: `bytes=${at * 100}-${at * 100 + 99}` })).status).toBe(206)
})

describe('a file that cannot be shown', () => {
  test.for([
    ['empty', Buffer.alloc(0), /^This document is empty\. Please call \(\d{3}\) \d{3}-\d{4}\.$/],
    ['noPdf', Buffer.from('<html></html>'), /is not a PDF, .* Please call/],
    ['damaged', Buffer.concat([pdfOf(2000), Buffer.alloc(2000, ' ')]), /its end is missing\. Please call/],
    ['active', scriptedPdf, /^This document would run a program or open a connection by itself, .* Please call/],
    ['locked', pdfNamed('locked.pdf'), /^This document needs a password, .* Please call/],
    ['unreadable', Buffer.from('%PDF-1.7\n1 0 obj <</N 9/First 9>> stream %%EOF'), /cannot be checked .* Please call/],
  ] as const)('is refused by the preview: %s', async ([fault, file, words], { portal, maria }) => {
    const id = await addResult(portal, file)
    const { status, body } = await maria.act<Problem>('testResults.preview', { result: id })
    expect([status, body.code, body.errors[0]?.message]).toEqual([
      502,
      `documents.${fault}`,
      expect.stringMatching(words),
    ])
  })

  test('is refused by its address too', async ({ portal, maria }) => {
    const id = await addResult(portal, Buffer.alloc(0))
    const { status, body } = await maria.get<Problem>(filePath(id, '/download'))
    expect([status, body.code]).toEqual([502, 'documents.empty'])
  })

  test('because it acts by itself is refused whole and in pieces, however it is used', async ({ portal, maria }) => {
    const id = await addResult(portal, scriptedPdf)
    for (const use of ['', '/download', '/print'])
      for (const range of ['bytes=a-b', 'bytes=100-199']) {
        const { status, body } = await maria.get<Problem>(filePath(id, use), { range })
        expect([use, status, body.code]).toEqual([use, 502, 'documents.active'])
      }
  })
})

describe('the name of a file', () => {
  test.for([
    ['a plain one', 'Lakeside Dermatology', 'filename="Lakeside-lab-result-2026-11-06.pdf"'],
    ['short words', "St. Mary's Skin Center", 'filename="St-Mary-lab-result-2026-11-06.pdf"'],
    ['quotes and slashes', 'The "North/South\\ Clinic"', 'filename="The-North-lab-result-2026-11-06.pdf"'],
    [
      'an umlaut',
      'Äesthetik Praxis',
      'filename="?esthetik-lab-result-2026-11-06.pdf"; filename*=UTF-8\'\'%C3%84esthetik-',
    ],
    ['Arabic letters', 'عيادة البحيرة', 'filename="?????-lab-result-2026-11-06.pdf"; filename*=UTF-8\'\'%D8%B9'],
    ['no letters', '***', 'filename="lab-result-2026-11-06.pdf"'],
  ] as const)(
    'of a practice whose name has %s names it and the day, and no test',
    async ([, name, words], { portal, maria }) => {
      const id = await addResult(portal, document)
      await withSetting(portal, { name: 'LicenseeName', value: name }, async () => {
        const { status, headers } = await maria.get(filePath(id, '/download'))
        expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining(words)])
      })
    },
  )
})
