import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEngines } from '../../tests/support/databases.ts'
import { emptyPractice, hasSharedFiles, openPractice, sharedFiles } from '../../tests/support/practice-to-load.ts'
import type { Database } from '../db/open.ts'
import { rowsOf } from '../db/rows.ts'
import { FileRefused } from './file-refused.ts'
import { loadFile } from './load-file.ts'

const head = 'Name,StoreID,Address1,Address2,City,State,Zip,Phone'
const corner = 'Corner Pharmacy,12-P,"1 Main St, East",Suite 2,Hoboken,nj,07030-1234,(551) 555-0100'
const linden = '"Linden ""Old"" Drugs",13-P,2 Main St,,Hoboken,New Jersey,07030,'

describe.each(testEngines)('on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openPractice(engine)
  })
  beforeEach(() => emptyPractice(database))
  afterAll(() => database.close())

  const load = (content: string | Uint8Array, name = 'pharmacies.csv') =>
    loadFile(
      database.db,
      { name, bytes: Buffer.from(content) },
      { practice: 'lakeside', dropDigits: false, shiftDays: 0 },
    )
  const table = (...rows: string[]) => [head, ...rows].join('\r\n')
  const pharmacies = () =>
    rowsOf<Record<string, string>>(
      database.db,
      sql`select name, address, city, state, zip, phone, fax, rcopia_id, ncpdp_id from pharmacies order by pharmacy_n`,
    )

  test('a table becomes pharmacies, and a second time changes nothing', async () => {
    expect(await load(table(corner, linden))).toMatchObject({
      pharmacies: { fresh: 2, known: 0 },
      read: { Pharmacy: 2 },
      skipped: {},
    })
    const all = await pharmacies()
    const numbers = {
      rcopia_id: expect.stringMatching(/^file-[0-9a-f]{16}$/),
      ncpdp_id: expect.stringMatching(/^99\d{5}$/),
    }
    const hoboken = { city: 'Hoboken', state: 'NJ', zip: '07030', fax: '' }
    expect(all).toEqual([
      { ...hoboken, ...numbers, name: 'Corner Pharmacy', address: '1 Main St, East, Suite 2', phone: '5515550100' },
      { ...hoboken, ...numbers, name: 'Linden "Old" Drugs', address: '2 Main St', phone: '' },
    ])
    expect(await load(table(linden, corner), 'again.csv')).toMatchObject({ pharmacies: { fresh: 0, known: 2 } })
    expect(await pharmacies()).toEqual(all)
  })

  test('a table is known by its first line, whatever its name, the order of its columns and its byte-order mark', async () => {
    const text =
      '\ufeffzip,STATE,City,storeid,name,Fax,NCPDPID,RcopiaID,Hours\n07030,NJ,Hoboken,1,Corner,5515550101,1234567,77,9-5\n'
    expect(await load(text, 'list.txt')).toMatchObject({ pharmacies: { fresh: 1, known: 0 } })
    expect(await pharmacies()).toMatchObject([
      { name: 'Corner', fax: '5515550101', ncpdp_id: '1234567', rcopia_id: '77' },
    ])
  })

  test.for([
    ['a name', ',12-P,1 Main St,,Hoboken,NJ,07030,', 'has no name'],
    ['a number of the store', 'Corner,,1 Main St,,Hoboken,NJ,07030,', 'has no storeid'],
    ['a state', 'Corner,1,1 Main St,,Hoboken,XX,07030,', 'has a state that does not exist'],
    ['a ZIP code', 'Corner,1,1 Main St,,Hoboken,NJ,7030,', 'has a zip that is none'],
    ['a phone number', 'Corner,1,1 Main St,,Hoboken,NJ,07030,call us', 'has a phone that is none'],
    ['as many cells as columns', 'Corner,1,1 Main St,,Hoboken,NJ,07030,,,', 'has more cells than the first line'],
    ['a place of its own', corner, 'names the same pharmacy as line 2'],
    ['a short name', `${'x'.repeat(201)},1,,,Hoboken,NJ,07030,`, 'has a name of more than 200 characters'],
    ['letters only', 'Cor\u0000ner,1,,,Hoboken,NJ,07030,', 'has a name with control characters'],
  ] as const)('a line without %s refuses the file by its number', async ([, row, sentence]) => {
    const refusal = load(table(corner, row))
    await expect(refusal).rejects.toThrow(FileRefused)
    await expect(refusal).rejects.toThrow(`pharmacies.csv: line 3 ${sentence}`)
    expect(await pharmacies()).toEqual([])
  })

  test('what is no such table is refused, as a file of another kind where it is one', async () => {
    const foreign = await load('state,short\nOhio,OH\n', 'us_states.csv').catch((error: unknown) => error)
    expect(foreign).toMatchObject({
      foreign: true,
      sentences: ['us_states.csv: is no table of pharmacies: its first line does not name name, storeid, city, zip'],
    })
    await expect(load(table(`"${corner}`))).rejects.toThrow(/is no CSV: Line 2/)
    await expect(load(Buffer.from([0x4e, 0xff, 0xfe]), 'x.csv')).rejects.toThrow('is no text in UTF-8')
    await expect(load('', 'x.csv')).rejects.toThrow('is no table of pharmacies')
  })

  test('many are loaded in parts', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => `Corner ${at},${at},${at} Main St,,Hoboken,NJ,07030,`)
    expect(await load(table(...rows))).toMatchObject({ pharmacies: { fresh: 12_000, known: 0 } })
    expect(await load(table(...rows))).toMatchObject({ pharmacies: { fresh: 0, known: 12_000 } })
  })

  test.runIf(hasSharedFiles)('the directory of a group of pharmacies is loaded', async () => {
    const bytes = readFileSync(join(sharedFiles, 'reference', 'pharmacies.csv'))
    expect(await load(bytes)).toMatchObject({ pharmacies: { fresh: 150, known: 0 } })
    expect((await pharmacies())[0]).toMatchObject({
      name: 'Carrs Pharmacy',
      state: 'AK',
      zip: '99501',
      phone: '9073390260',
    })
  })
})
