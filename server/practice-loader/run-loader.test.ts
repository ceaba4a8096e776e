import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '../db/folder-lock.ts'
import { openDatabase } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { loadRoutes } from './load-routes.ts'
import type { NewAccount } from './make-accounts.ts'
import { runLoader } from './run-loader.ts'
import { ccdaXml } from '../../tests/support/ccda.ts'
import {
  bundleOf,
  clinic,
  doctor,
  explanation,
  openPractice,
  person,
  sharedFiles,
  hasSharedFiles,
  visit,
} from '../../tests/support/practice-to-load.ts'

let folder: string
let dataDir: string
let lines: string[]
let accounts: { place: string; account: NewAccount }[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'load-data-')) // shared by all tests: the first start takes seconds
})
afterAll(() => rm(dataDir, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-'))
  lines = []
  accounts = []
  await writeFile(join(folder, 'people.json'), bundleOf([clinic, doctor, person, visit]))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (argv: string[], env: Record<string, string> = {}) =>
  runLoader({
    argv,
    env: { DATA_DIR: dataDir, PORTAL_PASSWORD: 'Quiet-Lake-77', ...env },
    out: (line) => lines.push(line),
    makeAccount: async (place, account) => void accounts.push({ place, account }),
    now: new Date('2026-03-02T15:00:00Z'),
    ask: async () => 'Asked-For-12',
  })

describe('while no portal runs', () => {
  test('a folder nobody has started in is loaded, twice without a change, with an account', async () => {
    expect(await run([join(folder, 'people.json'), '--shift-dates', '--account', 'ana reyes=ana.reyes'])).toBe(0)
    expect(lines[0]).toBe('[1/1] people.json: 1 facility, 1 provider, 1 patient, 1 past visit new')
    expect(accounts).toEqual([
      {
        place: dataDir,
        account: {
          licensee: 'lakeside',
          login: 'ana.reyes',
          password: 'Quiet-Lake-77',
          patient: { patientN: expect.any(Number), emrId: 'MR-1', firstName: 'Ana', lastName: 'Reyes' },
        },
      },
    ])
    lines = []
    expect(await run([join(folder, 'people.json')])).toBe(0)
    expect(lines[0]).toBe('[1/1] people.json: nothing new; 4 known already')
  })

  test('bills older than 90 days are settled on request', async () => {
    const bills = join(folder, 'bills.json')
    const paid = async (id: string, start: string, ...options: string[]) => {
      const bill = {
        ...explanation,
        id,
        claim: undefined,
        billablePeriod: { start },
        item: explanation.item.slice(1, 2),
      }
      await writeFile(bills, bundleOf([clinic, doctor, person, bill]))
      expect(await run([bills, ...options])).toBe(0)
    }
    await paid('old', '2025-12-01', '--settle-old-bills') // 91 days
    await paid('new', '2025-12-02', '--settle-old-bills')
    await paid('kept', '2025-12-01')
    const records = await openDatabase({ folder: join(dataDir, 'sandbox') })
    const rows = await rowsOf(
      records.db,
      sql`select source_id as id, patient_paid as paid from charges where source_id like 'ExplanationOfBenefit/%'`,
    )
    await records.close()
    expect(rows).toEqual([
      { id: 'ExplanationOfBenefit/old#1', paid: 2810 },
      { id: 'ExplanationOfBenefit/new#1', paid: 0 },
      { id: 'ExplanationOfBenefit/kept#1', paid: 0 },
    ])
  })

  test('one broken file is named, the others are loaded, and the exit code says so', async () => {
    await writeFile(join(folder, 'broken.json'), bundleOf([{ ...person, birthDate: 'soon' }]))
    await writeFile(join(folder, 'notes.txt'), 'hello')
    await cp(join(folder, 'people.json'), join(folder, 'copy.json'))
    expect(await run([folder, '--practice', 'northgate'])).toBe(1)
    expect(lines.filter((line) => line.startsWith('['))).toEqual([
      '[1/4] copy.json: 1 facility, 1 provider, 1 patient, 1 past visit new',
      '[2/4] people.json: nothing new; 4 known already',
      '[3/4] REFUSED broken.json: /entry/0/resource/birthDate is no date',
      '[4/4] notes.txt: is neither a FHIR R4 bundle nor a C-CDA document nor a table of pharmacies, skipped',
    ])
    expect(lines).toContain('2 files loaded, 1 refused, 1 skipped')
  })

  test('the summary counts how the patients of C-CDA documents were matched', async () => {
    const ann = (name: string, id = 'root="1.2.3" extension="77"') => {
      const own = `<patient><name><given>Ann</given><family>${name}</family></name><administrativeGenderCode code="F"/><birthTime value="19900214"/></patient>`
      return ccdaXml({ patient: own }).replace('root="1.2.3" extension="77"', id)
    }
    await writeFile(join(folder, 'a.xml'), ann('Bell'))
    await writeFile(join(folder, 'b.xml'), ann('BELL', 'root="9.9" extension="A-1"'))
    await writeFile(join(folder, 'c.xml'), ann('BELL'))
    await writeFile(join(folder, 'd.xml'), ann('Cole'))
    expect(await run([folder, '--practice', 'northgate'])).toBe(1)
    expect(lines).toContain(
      '[4/5] REFUSED d.xml: recordTarget has an id or a record number by which the practice knows another person',
    )
    const at = lines.indexOf('C-CDA documents')
    expect(lines.slice(at, at + 4)).toEqual([
      'C-CDA documents',
      '  of a known patient, by an id 1',
      '  of a known patient, by name, birth date and gender 1',
      '  of a new patient: nobody has its ids, or its name, birth date and gender 1',
    ])
  })

  test('an account for nobody fails by name', async () => {
    expect(await run([join(folder, 'people.json'), '--account', 'Bo Nobody=bo'])).toBe(1)
    expect(lines.at(-1)).toBe('No account bo for Bo Nobody: no patient of these files has that name or record number')
  })

  test('a practice nobody has is said', async () => {
    expect(await run([join(folder, 'people.json'), '--practice', 'nowhere'])).toBe(1)
    expect(lines).toEqual(['The record server has no practice "nowhere". Choose another with --practice.'])
  })

  test.each([[[]], [['--unknown', 'x']], [['x.json', '--account', 'no login']]])(
    'wrong arguments get a sentence and the usage',
    async (argv) => {
      expect(await run(argv)).toBe(1)
      expect(lines.at(-1)).toContain('Usage: npm run practice:load')
    },
  )
})

describe('while the portal runs', () => {
  test('each file goes to its record server and the account to its control', async () => {
    const database = await openPractice('pglite')
    const portal = fastify()
    const requests: unknown[] = []
    await portal.register(loadRoutes({ database, token: 'secret' }))
    portal.post('/control/accounts', async (request, reply) => {
      requests.push([request.headers.authorization, request.body])
      return reply.code(requests.length === 1 ? 201 : 409).send({ detail: 'That login is taken.' })
    })
    await portal.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.server.address() as AddressInfo // the server listens on TCP
    const unlock = lockFolder(dataDir, { port, sandboxPort: port, token: 'secret' })
    const twice = ['--account', 'MR-1=ana', '--account', 'Ana Reyes=ana']
    expect(await run([join(folder, 'people.json'), ...twice], { PORTAL_PASSWORD: '' })).toBe(1)
    expect(lines[0]).toBe('[1/1] people.json: 1 facility, 1 provider, 1 patient, 1 past visit new')
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^Account ana for MR-1 \(patient \d+\)$/),
      'No account ana for Ana Reyes: That login is taken.',
    ])
    expect(requests[0]).toEqual([
      'Bearer secret',
      expect.objectContaining({ login: 'ana', password: 'Asked-For-12', licensee: 'lakeside' }),
    ])
    expect(accounts).toEqual([])
    unlock()
    await portal.close()
    await database.close()
  })

  test('a record server that does not answer gets a sentence', async () => {
    const unlock = lockFolder(dataDir, { port: 9, sandboxPort: 9, token: 'x' })
    expect(await run([join(folder, 'people.json')])).toBe(1)
    expect(lines.at(-1)).toMatch(/^The record server of the portal \(process \d+\) does not answer/)
    unlock()
  })

  test('a folder that another load is using gets a sentence', async () => {
    const unlock = lockFolder(dataDir, { port: 0, sandboxPort: 0, token: '' })
    expect(await run([join(folder, 'people.json')])).toBe(1)
    expect(lines).toEqual([expect.stringContaining('is in use by process')])
    unlock()
  })
})

test.runIf(hasSharedFiles)(
  'every practice in ../shared/data is loaded, refused with a reason, or named as foreign',
  async () => {
    const folders = ['ccda', 'fhir', 'negative', 'reference', 'scheduling'].map((name) => join(sharedFiles, name))
    expect(await run([...folders, '--drop-digits', '--shift-dates', '--account', 'Maida Gerhold=maida.gerhold'])).toBe(
      1,
    )
    expect(lines).toContain('27 files loaded, 2 refused, 3 skipped')
    expect(lines.filter((line) => line.includes('REFUSED'))).toEqual([
      expect.stringContaining('AUTHORED_hostile_nonxmlbody_ccda.xml: line 16, column 53: its content'),
      expect.stringContaining('ONC_NT_BadXml.xml: line 59, column 5: not well-formed'),
    ])
    expect(lines).toContain(
      '[32/32] nhs_bars_slots.json: is a searchset bundle, ' +
        'not a FHIR R4 bundle of ours (transaction, batch, collection), skipped',
    )
    expect(lines.at(-1)).toMatch(/^Account maida\.gerhold for Maida Gerhold/)
  },
)
