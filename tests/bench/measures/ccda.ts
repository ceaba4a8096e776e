import { SaxesParser } from 'saxes'
import { ccdaHtml, sectionsHtml } from '../../../server/ccda/ccda-html.ts'
import { ccdaPdf } from '../../../server/ccda/open-ccda.ts'
import { readCcda } from '../../../server/ccda/read-ccda.ts'
import { cleanHtml } from '../../../server/protocol/clean-html.ts'
import { ccdaBytes, ccdaFiles } from '../../support/ccda.ts'
import { median, timed, type BenchServices, type Row } from '../measured.ts'

const rounds = 15
const warmUps = 3

/** The documents of ../shared/data/ccda, all in one go: reading and drawing them ÷ only parsing them. */
export async function measureCcda({ say }: BenchServices): Promise<Row[]> {
  const files = ccdaFiles().map(ccdaBytes)
  const large = megabyteOf(ccdaBytes(ccdaFiles()[0] ?? ''))
  const spent = { bare: [] as number[], html: [] as number[], pdf: [] as number[] }
  const ofLarge = { bare: [] as number[], screen: [] as number[] }
  for (let round = -warmUps; round < rounds; round++) {
    if (round >= 0) say(`ccda, round ${round + 1} of ${rounds}`)
    const times = {
      bare: await timed(async () => files.forEach(parse)),
      html: await timed(() => each(files, drawHtml)),
      pdf: await timed(() => each(files, drawPdf)),
    }
    const largeTimes = { bare: await timed(async () => parse(large)), screen: await timed(() => drawScreen(large)) }
    if (round < 0) continue
    ofLarge.bare.push(largeTimes.bare)
    ofLarge.screen.push(largeTimes.screen)
    spent.bare.push(times.bare)
    spent.html.push(times.html)
    spent.pdf.push(times.pdf)
  }
  const [bare, html, pdf] = [median(spent.bare), median(spent.html), median(spent.pdf)]
  const of = (ms: number) => `${(ms / files.length).toFixed(1)} ms`
  const [largeBare, largeScreen] = [median(ofLarge.bare), median(ofLarge.screen)]
  return [
    {
      what: 'C-CDA of 1 MB to the content of its screen ÷ only parsed',
      figure: (largeScreen / largeBare).toFixed(2),
      target: '≤ 3',
      how: [
        `${largeScreen.toFixed(0)} ÷ ${largeBare.toFixed(0)} ms, cleaning included`,
        `medians of ${rounds} alternating rounds, the sections of one document repeated`,
      ],
    },
    {
      what: 'C-CDA document read and drawn as HTML ÷ only parsed',
      figure: (html / bare).toFixed(2),
      target: '',
      how: [
        `${of(html)} ÷ ${of(bare)} a document`,
        `medians of ${rounds} alternating rounds, ${files.length} documents`,
      ],
    },
    { what: '  one document as PDF', figure: of(pdf), target: '', how: ['read and drawn, mean of the same documents'] },
  ]
}

/** As the product does, with namespaces, but without looking at anything. */
function parse(bytes: Buffer): void {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', () => undefined)
  parser.on('text', () => undefined)
  parser.write(bytes.toString().replace(/^\uFEFF/, '')).close()
}

/** Repeats what is in the body of a document. */
function megabyteOf(bytes: Buffer): Buffer {
  const xml = bytes.toString()
  const from = xml.indexOf('>', xml.indexOf('<structuredBody')) + 1
  const to = xml.indexOf('</structuredBody>')
  const body = xml.slice(from, to)
  const times = Math.ceil((1024 * 1024) / body.length)
  return Buffer.from(`${xml.slice(0, from)}${body.repeat(times)}${xml.slice(to)}`)
}

/** As the dialog of a visit record does. */
async function drawScreen(file: Buffer): Promise<void> {
  const document = await readCcda(file)
  if (document.kind !== 'sections') return
  const places = new Set(document.anchors)
  for (const { html } of sectionsHtml(document, { level: 2 })) cleanHtml(html, { places })
}

async function each(files: readonly Buffer[], work: (file: Buffer) => Promise<unknown>): Promise<void> {
  for (const file of files) await work(file)
}

async function drawHtml(file: Buffer): Promise<void> {
  const document = await readCcda(file)
  if (document.kind === 'sections') ccdaHtml(document, { level: 1 })
}

const drawPdf = async (file: Buffer) => ccdaPdf({ xml: file, createdAt: new Date(0) })
