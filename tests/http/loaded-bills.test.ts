import { mkdtemp, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { lockFolder } from '../../server/db/folder-lock.ts'
import { loadRoutes } from '../../server/practice-loader/load-routes.ts'
import { runLoader } from '../../server/practice-loader/run-loader.ts'
import { balanceText } from '../support/balance.ts'
import { makeInvoice } from '../support/invoices.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal } from '../support/portal.ts'
import {
  bundleOf,
  claim,
  clinic,
  doctor,
  explanation,
  hasSharedFiles,
  person,
  sharedFiles,
} from '../support/practice-to-load.ts'

const token = 'token-of-this-test'
const password = 'Quiet-Lake-77'
const test = portalTest({}, { controlToken: token })

/** Runs `practice:load` beside the portal; returns its lines. */
async function load(portal: RunningPortal, argv: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'loaded-bills-'))
  const records = fastify()
  await records.register(loadRoutes({ database: portal.records, token }))
  await records.listen({ host: '127.0.0.1', port: 0 })
  const { port: sandboxPort } = records.server.address() as AddressInfo // the server listens on TCP
  const unlock = lockFolder(folder, { port: portal.port, sandboxPort, token })
  const lines: string[] = []
  const code = await runLoader({
    argv,
    env: { DATA_DIR: folder, PORTAL_PASSWORD: password },
    out: (line) => void lines.push(line),
    makeAccount: () => Promise.reject(new Error('the portal makes the account')),
  })
  unlock()
  await records.close()
  expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^Account /)])
  return lines
}

async function billsOf(portal: RunningPortal, login: string) {
  const visitor = await portal.visitor().enter({ login, password })
  expect((await visitor.get('/ui/screens/user/home/Billing')).status).toBe(200)
  const { blocks } = (await visitor.get<RegionContent>('/ui/regions/billing.charges?visits=all')).body
  const balance = balanceText(blocks)
  const rows = blocksOf(blocks, 'table').flatMap((table) => table.rows)
  return { balance, lines: rows.filter(({ id }) => id.startsWith('charge-')).length, words: wordsOf(blocks), visitor }
}

test('a loaded bill is shown to its patient, whose account the loader made', async ({ portal }) => {
  const path = join(await mkdtemp(join(tmpdir(), 'loaded-bills-')), 'ana.json')
  await writeFile(path, bundleOf([clinic, doctor, person, claim, explanation]))
  const lines = await load(portal, [path, '--account', 'Ana Reyes=ana.reyes'])
  expect(lines[0]).toBe('[1/1] ana.json: 1 facility, 1 provider, 1 patient, 2 charges, 1 insurance new')
  const { balance, words } = await billsOf(portal, 'ana.reyes')
  expect(balance).toBe('You owe $28.10')
  for (const part of ['Jan 15, 2020 · ', 'Harbor Clinic', '140 Influenza vaccine', '$112.42'])
    expect(words).toContain(part)
})

describe.runIf(hasSharedFiles)('of ../shared/data (skipped where it is missing)', () => {
  const file = (name: string) => join(sharedFiles, 'fhir', name)

  test('the balance of a patient is the sum of COUNTS.md', async ({ portal }) => {
    const path = file('smart2019_Jermaine_Breitenberg.json')
    await load(portal, [path, '--account', 'Jermaine Breitenberg=jermaine.b'])
    expect(await billsOf(portal, 'jermaine.b')).toMatchObject({ balance: 'You owe $754.88', lines: 21 })
  })

  test('Billing and an invoice show the place, the diagnosis and the NPI of the providers', async ({ portal }) => {
    await load(portal, [file('smart2019_Preston_Cummerata.json'), '--account', 'Preston Cummerata=preston.c'])
    const { words, visitor } = await billsOf(portal, 'preston.c')
    for (const part of ['NORWOOD HOSPITAL', '24079001']) expect(words).toContain(part)
    const sheet = await visitor.get<Screen>(`/ui/screens/user/home/Invoices/${await makeInvoice(visitor)}`)
    for (const part of ['"Provider NPI","value":"490, 93490"', '24079001'])
      expect(wordsOf(sheet.body.blocks)).toContain(part)
  })

  test('bills older than 90 days are paid if the command says so', async ({ portal }) => {
    const path = file('smart2019_Christin_Stiedemann.json')
    await load(portal, [path, '--settle-old-bills', '--account', 'Christin Stiedemann=christin.s'])
    expect(await billsOf(portal, 'christin.s')).toMatchObject({ balance: 'No Due Payment', lines: 49 })
  })

  test('explanations of CARIN are shown without a provider', async ({ portal }) => {
    await load(portal, [file('inferno_carin_888.json'), '--account', 'Johnny Smith=johnny.smith'])
    const { balance, lines, words } = await billsOf(portal, 'johnny.smith')
    expect([balance, lines]).toEqual(['No Due Payment', 3])
    for (const part of ['$2,650.00', '$620.00', '99231 Inpatient']) expect(words).toContain(part)
  })
})
