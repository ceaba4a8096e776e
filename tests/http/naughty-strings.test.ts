import { randomUUID } from 'node:crypto'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Screen } from '../../schemas/screen.ts'
import { allForms, type Form, type FormOf } from '../support/all-forms.ts'
import { naughtyStrings } from '../support/naughty-strings.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import { sampleOf } from '../support/sample.ts'

const test = portalTest({ patient: 'new.patient' }).extend('forms', { scope: 'file' }, ({ portal }) => allForms(portal))

/** One for each request: what limits the tries of a network is tested elsewhere. */
const addressOf = (n: number) => `10.9.${Math.floor(n / 250)}.${(n % 250) + 1}`
let requests = 0

const ajv = new Ajv({ strict: false })
;(formats as unknown as (instance: Ajv) => void)(ajv) // CommonJS: only TypeScript expects it under `default`
const plausible = [true, '1988-04-12', '10011', '2125550161', 'maria@example.com', '4', '12', 'Silent-orch-26']

/** The text where the schema takes it, else something that it takes, so that the request gets past the schema. */
function valueFor({ schema, fields }: Form, { name, text }: { name: string; text: string }): unknown {
  const { properties = {} } = schema as { properties?: Record<string, { enum?: unknown[] }> } // of an object schema
  const own = properties[name] ?? {}
  const options = fields.find((field) => field.name === name)?.options?.map(({ value }) => value) ?? []
  return [text, ...(own.enum ?? []), ...options, ...plausible].find((value) => ajv.validate(own, value)) ?? text
}

async function send({ form, visitor }: FormOf, { text, isRaw = false }: { text: string; isRaw?: boolean }) {
  const typed = Object.fromEntries(form.fields.map(({ name }) => [name, isRaw ? text : valueFor(form, { name, text })]))
  requests += 1
  return visitor.act<Problem>(
    form.submit.do.action,
    { ...form.submit.do.input, ...form.value, ...typed },
    { headers: { 'x-forwarded-for': addressOf(requests) } },
  )
}

/** A setting that was changed refuses what a page drawn before it sends, so that more strings would try nothing. */
function stringsFor({ form }: FormOf): string[] {
  const all = [...naughtyStrings, 'x'.repeat(100_000), '\u0301'.repeat(5000)]
  return form.id.startsWith('setting-') ? all.filter((_, at) => at % 8 === 0) : all
}

describe('every field of every form', () => {
  test('takes or refuses each naughty string, and never fails', { timeout: 300_000 }, async ({ forms }) => {
    expect(forms.length).toBeGreaterThan(25)
    const wrong: string[] = []
    const check = async (entry: FormOf, how: { text: string; isRaw?: boolean }) => {
      const { status, body } = await send(entry, how)
      const words = status >= 400 ? body.detail : 'taken'
      if (status >= 500 || !words) wrong.push(`${entry.form.id} ${JSON.stringify(how)}: ${status}`.slice(0, 200))
    }
    for (const entry of forms)
      for (const [at, text] of sampleOf(entry.form.id, [...stringsFor(entry).entries()], 3)) {
        if (at % 6 === 0) await check(entry, { text, isRaw: true })
        await check(entry, { text })
      }
    expect(wrong).toEqual([])
  })
})

describe('what is taken', () => {
  const rowsOf = (screen: Screen) => blocksOf(screen.blocks, 'list').flatMap(({ rows }) => rows) as Row[]
  type Row = BlockOf<'list'>['rows'][number]

  test('is shown as it was written: the subject and the words of a message', async ({ patient }) => {
    const { body } = await patient.get<Screen>('/ui/screens/user/home/ChatMsg')
    const [form] = blocksOf(body.blocks, 'form')
    const recipient = form?.fields.find(({ name }) => name === 'recipient')?.options?.[0]?.value
    const wrong: string[] = []
    let taken = 0
    for (const text of naughtyStrings) {
      const { status } = await patient.act('messages.send', {
        subject: text,
        body: text,
        recipient,
        draft: randomUUID(),
      })
      if (status === 429) break
      if (status !== 200) continue
      taken += 1
      const list = (await patient.get<Screen>('/ui/screens/user/home/Messages?box=sent')).body
      const shown = JSON.stringify(rowsOf(list)[0])
      if (!shown.includes(JSON.stringify(text.trim()).slice(1, -1))) wrong.push(`${JSON.stringify(text)}: ${shown}`)
    }
    expect(taken).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  })
})
