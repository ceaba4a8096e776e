import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchChromium } from '../../support/chromium.ts'
import type { BenchServices, Row } from '../measured.ts'

const assets = join(import.meta.dirname, '..', '..', '..', 'dist', 'client', 'assets')
const mostKb = 250
/** The live connection starts half a second after the first paint; whatever loads after this time delays no user. */
const settleMs = 3000

/** Only the code of the forms library has these strings. */
const formWords = ['ui:widget', 'ui:options']

interface Script {
  name: string
  gzipBytes: number
  isForm: boolean
}

/** Row 6: the scripts that a browser loads for the landing page. */
export async function measureLanding(services: BenchServices): Promise<Row[]> {
  const { origin } = await services.fixture()
  proveFormWords()
  const scripts = (await scriptsOf(origin)).toSorted((one, other) => other.gzipBytes - one.gzipBytes)
  const kb = (bytes: number) => bytes / 1000
  const total = kb(scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0))
  const form = scripts.filter(({ isForm }) => isForm).map(({ name }) => name)
  const large = scripts.filter(({ gzipBytes }) => kb(gzipBytes) >= 1)
  return [
    {
      what: 'JavaScript of the landing page, gzip',
      figure: `${total.toFixed(1)} kB`,
      target: `≤ ${mostKb} kB`,
      kept: total <= mostKb,
      how: [
        `${scripts.length} files in Chromium at 1280 px, counted ${settleMs / 1000} s after the network was quiet`,
        ...large.map(({ name, gzipBytes }) => `${name} ${kb(gzipBytes).toFixed(1)} kB`),
        `${scripts.length - large.length} others below 1 kB each`,
      ],
    },
    {
      what: '  form code in it',
      figure: form.length === 0 ? 'none' : 'some',
      target: 'none',
      kept: form.length === 0,
      how: form.length === 0 ? ['searched for words of the forms library'] : form,
    },
  ]
}

/** If the build no longer has these strings, the search would never find form code. */
function proveFormWords(): void {
  const withForms = readdirSync(assets).filter(
    (name) => name.endsWith('.js') && hasFormWords(readFileSync(join(assets, name), 'utf8')),
  )
  if (withForms.length === 0) throw new Error('no file of the client holds the forms library: its words have changed')
}

function hasFormWords(code: string): boolean {
  return formWords.some((word) => code.includes(word))
}

async function scriptsOf(origin: string): Promise<Script[]> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const scripts: Promise<Script>[] = []
    page.on('response', (response) => {
      if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
      scripts.push(
        response.body().then((body) => ({
          name: basename(new URL(response.url()).pathname),
          gzipBytes: gzipSync(body, { level: 9 }).length,
          isForm: hasFormWords(body.toString()),
        })),
      )
    })
    await page.goto(origin, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(settleMs)
    return await Promise.all(scripts)
  } finally {
    await browser.close()
  }
}
