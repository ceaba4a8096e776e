import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pdfNamed, pdfWith } from '../../../tests/support/active-pdfs.ts'
import { pdf, pdfOf, scriptedPdf } from '../../../tests/support/files.ts'
import { hasSharedFiles, sharedFiles } from '../../../tests/support/practice-to-load.ts'
import { sendPiece, etag } from '../../../tests/support/send-piece.ts'
import { RangeNotSatisfiable, UnusablePdf } from './emr.errors.ts'
import type { PdfRequest } from './open-pdf.ts'
import { mostPdfBytes, type PdfFile } from './pdf-file.ts'
import { createRecordClient, type RecordClient } from './record-client.ts'

let server: Server
let client: RecordClient
/** How the record server responds. */
let respond: (request: IncomingMessage, response: ServerResponse) => void
const ranges: (string | undefined)[] = []
const outcomes: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    respond(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  client = createRecordClient({
    baseUrl: `http://127.0.0.1:${port}/lakeside/api/`,
    timeoutMs: 5000,
    retryPauseMs: 1,
    connections: 2,
    now: Date.now,
    random: () => 0,
    onCall: ({ outcome }) => void outcomes.push(outcome),
  })
})
beforeEach(() => {
  path = `/api/document?n=${(documents += 1)}`
  ranges.splice(0)
  outcomes.splice(0)
})
afterAll(async () => {
  await client.close()
  server.close()
})

/** Another one for each test: what was inspected is remembered by it. */
let path = '/api/document'
let documents = 0
const whole = (content: Buffer) => (_request: IncomingMessage, response: ServerResponse) => void response.end(content)
const inPieces = (content: Buffer) => (request: IncomingMessage, response: ServerResponse) =>
  sendPiece(request, response, content)
const contentOf = (file: PdfFile | undefined) => buffer(file!.body)
async function bytesOf(request?: PdfRequest): Promise<Buffer> {
  return contentOf(await client.pdf(path, request))
}
async function faultOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.catch((failure: unknown) => failure)
  return error instanceof UnusablePdf ? error.fault : String(error)
}

describe('what is a PDF', () => {
  test.runIf(hasSharedFiles).each([
    ['pdf-plain.pdf', true],
    ['pdf-byte-order-mark.pdf', true],
    ['pdf-two-line-breaks.pdf', true],
    ['pdf-after-900-bytes.pdf', true],
    ['pdf-after-1100-bytes.pdf', false],
    ['pdf-after-gif-head.pdf', false],
  ])('is decided for %s as for uploads, whole and in pieces', async (name, isTaken) => {
    const content = readFileSync(join(sharedFiles, 'cases', name))
    for (const responds of [whole(content), inPieces(content)]) {
      respond = responds
      expect(await faultOf(client.hasPdf(path))).toBe(isTaken ? 'true' : 'noPdf')
      const bytes = bytesOf()
      await (isTaken ? expect(bytes).resolves.toEqual(content) : expect(bytes).rejects.toThrow(UnusablePdf))
    }
  })
})

describe('a file that cannot be shown', () => {
  test.each([
    ['an empty one', 'empty', whole(Buffer.alloc(0))],
    ['an empty one that is served in pieces', 'empty', inPieces(Buffer.alloc(0))],
    ['a page', 'noPdf', inPieces(Buffer.from('<html>%PDF-1.7 %%EOF'))],
    ['one without its end', 'damaged', inPieces(Buffer.concat([pdfOf(2000), Buffer.alloc(2000, ' ')]))],
  ])('%s is refused by its fault', async (_what, fault, responds) => {
    respond = responds
    expect(await faultOf(client.hasPdf(path))).toBe(fault)
    expect(outcomes).toEqual(['nonsense'])
  })

  test('one whose stated length is above the limit is refused before a byte is sent', async () => {
    respond = (_request, response) =>
      void response.writeHead(200, { 'content-length': mostPdfBytes + 1 }).write('%PDF-1.7')
    expect(await faultOf(client.pdf(path))).toBe('tooLong')
    expect(await faultOf(client.hasPdf(path))).toBe('tooLong')
  })

  test('one of no stated length breaks off at the limit', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ')
    respond = (_request, response) => {
      response.write('%PDF-1.7')
      const write = () => {
        while (!response.destroyed) if (!response.write(part)) return void response.once('drain', write)
      }
      write()
    }
    let length = 0
    const read = async () => {
      for await (const each of (await client.pdf(path))!.body as AsyncIterable<Buffer>) length += each.length
    }
    await expect(read()).rejects.toThrow()
    expect(length).toBeLessThanOrEqual(mostPdfBytes)
  })

  test('one that ends before its stated length is an error', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-length': 5000 }).write('%PDF-1.7')
      setImmediate(() => response.destroy())
    }
    await expect(bytesOf()).rejects.toThrow()
  })

  test('what follows the stated length is not passed on', async () => {
    respond = (_request, { socket }) => {
      socket?.end(`HTTP/1.1 200 OK\r\ncontent-length: ${pdf.length}\r\n\r\n${String(pdf)} and more`)
    }
    expect(await bytesOf()).toEqual(pdf)
  })
})

describe('a document that acts by itself', () => {
  const attached = pdfWith({ inCatalog: '/Names << /EmbeddedFiles << /Names [(source.xml) 4 0 R] >> >>' })
  const scriptInAttached = pdfWith({
    inCatalog: `/Names << /EmbeddedFiles << /Names [] >> /JavaScript << /Names [] >> >>`,
  })

  test.each<[string, string, Buffer]>([
    ['with a script', 'active', scriptedPdf],
    ['with a script beside an attached file', 'active', scriptInAttached],
    ['that opens an address', 'active', pdfWith({ inCatalog: '/OpenAction << /S /URI /URI (https://example.com) >>' })],
    ['that starts a program', 'active', pdfWith({ inCatalog: '/OpenAction << /S /Launch /F (calc.exe) >>' })],
    ['with a password', 'locked', pdfNamed('locked.pdf')],
  ])('%s is neither shown nor sent, whole or in pieces', async (_what, fault, content) => {
    for (const responds of [whole(content), inPieces(content)]) {
      respond = responds
      for (const call of [
        () => client.hasPdf(path),
        () => client.pdf(path),
        () => client.pdf(path, { range: { first: 10 } }),
        () => client.file(path, 1_000_000),
      ])
        expect(await faultOf(call())).toBe(fault)
    }
  })

  test('is not one that has an attached file', async () => {
    respond = inPieces(attached)
    expect(await bytesOf()).toEqual(attached)
    expect(await client.file(path, 1_000_000)).toEqual(attached)
  })

  test('is refused also if it takes the place of another one after that was inspected', async () => {
    const harmless = pdfOf(5000)
    respond = inPieces(harmless)
    await bytesOf()
    respond = inPieces(scriptedPdf)
    expect(await faultOf(client.pdf(path, { range: { first: 10 } }))).toBe('active')
    respond = (request, response) =>
      (request.headers.range ? inPieces(harmless) : inPieces(scriptedPdf))(request, response)
    expect(await faultOf(client.pdf(path))).toContain('changed meanwhile')
  })

  test('is inspected anew where it could not be read', async () => {
    respond = (_request, response) => void response.writeHead(503).end()
    expect(await faultOf(client.pdf(path))).toContain('status 503')
    respond = inPieces(scriptedPdf)
    expect(await faultOf(client.pdf(path))).toBe('active')
  })
})

describe('pieces', () => {
  const content = pdfOf(5000)
  content.write('second page', 3000)

  test.each<[string, PdfRequest['range'], { first: number; last: number }]>([
    ['from the middle', { first: 3000, last: 3010 }, { first: 3000, last: 3010 }],
    ['to the end', { first: 4000 }, { first: 4000, last: 4999 }],
    ['beyond the end', { first: 4000, last: 9000 }, { first: 4000, last: 4999 }],
    ['the last ones', { suffix: 10 }, { first: 4990, last: 4999 }],
    ['more last ones than there are', { suffix: 9000 }, { first: 0, last: 4999 }],
  ])('%s are those of the record server', async (_what, range, piece) => {
    const { first, last } = piece
    respond = inPieces(content)
    const file = await client.pdf(path, { range })
    expect(file).toMatchObject({
      bytes: last - first + 1,
      pieces: { total: 5000, validator: etag },
      piece,
    })
    expect(await contentOf(file)).toEqual(content.subarray(first, last + 1))
    expect(ranges).toEqual(['bytes=0-1023', undefined, `bytes=${first}-${last}`])
    ranges.splice(0)
    await contentOf(await client.pdf(path, { range }))
    expect(ranges, 'the file was inspected once').toEqual(['bytes=0-1023', `bytes=${first}-${last}`])
  })

  test('are not sent of a file that is no PDF', async () => {
    respond = inPieces(Buffer.alloc(5000, 'x'))
    expect(await faultOf(client.pdf(path, { range: { first: 3000 } }))).toBe('noPdf')
    expect(ranges).toEqual(['bytes=0-1023'])
  })

  test.each<[string, PdfRequest['range']]>([
    ['behind the end', { first: 5000 }],
    ['of no bytes', { suffix: 0 }],
  ])('%s do not exist, which is no mistake of the record server', async (_what, range) => {
    respond = inPieces(content)
    await expect(client.pdf(path, { range })).rejects.toThrow(RangeNotSatisfiable)
    expect(outcomes).toEqual(['ok'])
  })

  test('of another state of the file are replaced by the whole file', async () => {
    respond = inPieces(content)
    const file = await client.pdf(path, { range: { first: 3000 }, ifRange: '"former"' })
    expect([file?.piece, await contentOf(file)]).toEqual([undefined, content])
  })

  test('of a file that changes meanwhile are replaced by the whole new file', async () => {
    const changed = pdfOf(6000)
    respond = (request, response) =>
      (request.headers['if-range'] === undefined ? inPieces(content) : changing)(request, response)
    const changing = (_request: IncomingMessage, response: ServerResponse) => {
      respond = whole(changed)
      respond(_request, response)
    }
    const file = await client.pdf(path, { range: { first: 3000 } })
    expect([file?.piece, file?.bytes, await contentOf(file)]).toEqual([undefined, 6000, changed])
  })

  test('are the whole file where the record server serves none', async () => {
    respond = whole(content)
    const file = await client.pdf(path, { range: { first: 3000 } })
    expect([file?.piece, file?.pieces, await contentOf(file)]).toEqual([undefined, undefined, content])
    expect(ranges).toEqual(['bytes=0-1023', undefined, undefined])
  })

  test('other than those that were requested are refused', async () => {
    respond = (request, response) => {
      if (request.headers.range) request.headers.range = 'bytes=0-1023'
      inPieces(content)(request, response)
    }
    await expect(client.pdf(path, { range: { first: 3000 } })).rejects.toThrow('another range')
  })
})
