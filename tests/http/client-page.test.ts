import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import { auditLog } from '../../server/db/schema.ts'
import type { InlinedResponse } from '../../schemas/inlined-responses.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { bothEngines } from '../support/databases.ts'

const clientFolder = mkdtempSync(join(tmpdir(), 'client-page-'))
mkdirSync(join(clientFolder, 'assets'))
mkdirSync(join(clientFolder, '.vite'))
writeFileSync(join(clientFolder, 'index.html'), '<html><head><meta content="__CSP_NONCE__"></head><body></body></html>')
writeFileSync(
  join(clientFolder, '.vite', 'manifest.json'),
  JSON.stringify({
    'index.html': {
      file: 'assets/main.js',
      imports: ['_react.js'],
      assets: ['assets/source-serif-4-latin-wght-normal-1.woff2', 'assets/source-sans-3-latin-wght-normal-1.woff2'],
    },
    '_react.js': { file: 'assets/react.js' },
    '_button.js': { file: 'assets/button.js', imports: ['_react.js'], css: ['assets/button.css'] },
    'blocks/tiles.tsx': { file: 'assets/tiles.js', isDynamicEntry: true, imports: ['_button.js'] },
    'blocks/video/video.tsx': { file: 'assets/video.js', isDynamicEntry: true },
  }),
)

const test = portalTest({ maria: 'maria.alvarez' }, { clientFolder })

interface Page {
  status: number
  headers: Awaited<ReturnType<typeof ask>>['headers']
  html: string
  responses: InlinedResponse[]
}

async function open(
  { url }: RunningPortal,
  path: string,
  { visitor, ...headers }: { visitor?: Visitor; [header: string]: string | Visitor | undefined } = {},
): Promise<Page> {
  const cookie = [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const {
    statusCode,
    headers: received,
    body,
  } = await ask(url + path, { cookie, ...(headers as Record<string, string>) })
  const html = await body.text()
  const json = /<script type="application\/json" id="inlined-responses">(.*?)<\/script>/.exec(html)?.[1] ?? '[]'
  return { status: statusCode, headers: received, html, responses: JSON.parse(json) as InlinedResponse[] }
}

const ask = (address: string, headers: Record<string, string> = {}) =>
  request(address, { headers: { host: 'lakeside.localhost', ...headers } })

const views = async ({ database }: RunningPortal, route: string) =>
  (await database.db.select().from(auditLog)).filter(({ event }) => event === `screen:${route}`).length

describe('a page', bothEngines, () => {
  test('brings the shell and the screen along, as the client would have fetched them', async ({ portal, maria }) => {
    const { responses, headers } = await open(portal, '/user/home/appointments?tab=past', { visitor: maria })
    expect(headers['cache-control']).toBe('no-store')
    expect(responses.map(({ url, status }) => [url, status])).toEqual([
      ['/ui/shell', 200],
      ['/ui/screens/user/home/appointments?tab=past', 200],
    ])
    const [shell, screen] = responses
    const fetched = await maria.get('/ui/screens/user/home/appointments?tab=past')
    expect(screen?.body).toEqual(fetched.body)
    expect(screen?.etag).toBe(fetched.headers.etag)
    expect((await maria.get('/ui/shell', { 'if-none-match': shell?.etag ?? '' })).status).toBe(304)
  })

  test('says when it was drawn, so that what changes before its script listens is not lost', async ({
    portal,
    maria,
  }) => {
    const topic = 'licensee:lakeside/settings/LicenseeName'
    const read = () => open(portal, '/user/home/appointments', { visitor: maria })
    const { responses } = await read()
    portal.portal.hints.publish({ topics: [topic], cause: 'before its script' })
    for (const { asOf } of responses)
      expect((await openLivePage(portal, [topic], { asOf })).missed).toEqual([
        { topics: [topic], cause: 'before its script' },
      ])
    for (const { asOf } of (await read()).responses)
      expect((await openLivePage(portal, [topic], { asOf })).missed).toEqual([])
  })

  test('names the files of the blocks on it, and no other', async ({ portal }) => {
    const { html } = await open(portal, '/')
    expect(html).toContain('<link rel="modulepreload" href="/assets/tiles.js">')
    expect(html).toContain('<link rel="modulepreload" href="/assets/button.js">')
    expect(html).toContain('<link rel="stylesheet" href="/assets/button.css">')
    expect(html).not.toMatch(/href="\/assets\/(video|react|main)\.js"/)
  })

  test('has the name of the practice in title and description, and nothing in it ends the script', async ({
    portal,
  }) => {
    const { html } = await open(portal, '/user/login?next=/user/home/%3C/script%3E')
    expect(html).toContain('<title data-initial>Lakeside Dermatology</title>')
    expect(html).toContain('<meta name="description" content="Patient portal of Lakeside Dermatology.">')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
  })

  test('leads who is not signed in to the sign-in, and back', async ({ portal }) => {
    const { status, headers } = await open(portal, '/user/home/appointments?tab=past')
    expect([status, headers.location]).toEqual([302, '/user/login?next=%2Fuser%2Fhome%2Fappointments%3Ftab%3Dpast'])
  })

  test('says 404 on an unknown route, with the screen that says so', async ({ portal, maria }) => {
    const { status, responses } = await open(portal, '/user/no-such-page', { visitor: maria })
    expect([status, responses[1]?.status]).toEqual([404, 404])
    expect(responses[1]?.body).toMatchObject({ code: 'route.unknown', screen: { title: 'Not found' } })
  })

  test('does not wait for a slow record server: the client asks for the screen', async ({ portal, maria }) => {
    await portal.fault({ kind: 'slow', delayMs: 1500 })
    try {
      const { responses } = await open(portal, '/user/bookappointment/index', { visitor: maria })
      expect(responses.map(({ url }) => url)).toEqual(['/ui/shell'])
    } finally {
      await portal.heal()
    }
  })

  test.for([
    ['a page that is loaded in advance', { 'sec-purpose': 'prefetch' }],
    ['a picture that is missing', { 'sec-fetch-dest': 'image' }],
  ] as const)('brings nothing to %s, and notes nothing', async ([, headers], { portal, maria }) => {
    const before = await views(portal, '/user/home/Settings')
    const { responses } = await open(portal, '/user/home/Settings', { visitor: maria, ...headers })
    expect([responses, await views(portal, '/user/home/Settings')]).toEqual([[], before])
  })

  test.for(['/user/home/Settings', '/admin/home/dashboard'])(
    '%s is noted once, given or refused',
    async (path, { portal, maria }) => {
      const before = await views(portal, path)
      await open(portal, path, { visitor: maria })
      expect(await views(portal, path)).toBe(before + 1)
    },
  )
})

describe('the face of a practice', () => {
  const pageOf = async (portal: RunningPortal, host: string) =>
    (await ask(`${portal.url}/`, { host, 'sec-fetch-dest': 'document' })).body.text()
  const iconOf = async (portal: RunningPortal, host: string) => {
    const { headers, body } = await ask(`${portal.url}/favicon.svg`, { host })
    expect(headers['content-type']).toBe('image/svg+xml')
    return body.text()
  }

  test('is in the icon of the window: initials and color', async ({ portal }) => {
    const [lakeside, northgate] = [
      await iconOf(portal, 'lakeside.localhost'),
      await iconOf(portal, 'northgate.localhost'),
    ]
    expect([lakeside, northgate]).toEqual([
      expect.stringMatching(/fill="#13607C".*>LD<\/text>/),
      expect.stringMatching(/fill="#2F5D3A".*>NF<\/text>/),
    ])
  })

  test('of an unknown host is a plain tile', async ({ portal }) => {
    expect(await iconOf(portal, 'elsewhere.localhost')).toMatch(/fill="#4f6069".*><\/text>/)
  })

  test('brings its typeface with the page, and only that', async ({ portal }) => {
    const fontsIn = (html: string) => html.match(/as="font"[^>]*href="([^"]*)"/g)
    expect(fontsIn(await pageOf(portal, 'lakeside.localhost'))).toBeNull()
    const fonts = fontsIn(await pageOf(portal, 'northgate.localhost'))
    expect(fonts).toEqual([expect.stringContaining('/assets/source-serif-4-latin-wght-normal-1.woff2')])
  })
})

test('robots.txt names what search engines leave alone', async ({ portal }) => {
  const { headers, body } = await ask(`${portal.url}/robots.txt`)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(await body.text()).toContain('User-agent: *\nDisallow: /ui/\nDisallow: /user/\n')
})

describe('an answer above 1 kB', () => {
  test.for([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'is compressed with %s, and known by a weakened ETag afterwards',
    async ([encoding, decompress], { portal }) => {
      const address = `${portal.url}/ui/screens/user/signup`
      const plain = await ask(address, { 'accept-encoding': 'identity' })
      const compressed = await ask(address, { 'accept-encoding': encoding })
      expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, encoding])
      expect(compressed.headers.vary).toContain('accept-encoding')
      expect(decompress(await compressed.body.bytes()).toString()).toBe(await plain.body.text())
      const again = await ask(address, { 'if-none-match': `"other", W/${String(plain.headers.etag)}` })
      expect(again.statusCode).toBe(304)
      await again.body.dump()
    },
  )
})
