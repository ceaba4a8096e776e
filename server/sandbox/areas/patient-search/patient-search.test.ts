import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

interface Item {
  Patient_N: number
  PatientFirstName: string
  PatientLastName: string
}

/** Names as they occur in records. */
const added: readonly [number, string, string][] = [
  [9001, 'Siobhán', 'O’Brien-Smith'],
  [9002, 'Mary Ann', "d'Artagnan"],
  [9003, 'José María', 'Núñez de la Cruz'],
  [9004, 'Łukasz', 'Żółć'],
  [9005, 'Ørsted', 'Groß'],
  [9006, 'Zoe', 'Alva'],
  [9007, 'Иван', 'Петров'],
  [9008, 'A%b', 'C_d\\e'],
  [9009, 'Ana', 'de la Cruz'],
]

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
  for (const [patientN, firstName, lastName] of added)
    await sandbox.database.db.execute(
      sql`insert into patients (practice, patient_n, emrid, first_name, last_name, dob, gender)
        values ('lakeside', ${patientN}, ${`LSD-${patientN}`}, ${firstName}, ${lastName}, '1950-01-01', 3)`,
    )
})
afterAll(() => sandbox.close())

const post = (path: string, payload: object) =>
  sandbox.app.inject({ method: 'POST', url: `/lakeside/api/${path}`, payload })
async function search(Text: string, rest: object = {}): Promise<{ Total: number; Items: Item[] }> {
  return (await post('Patient/Search', { Text, PageSize: 200, ...rest })).json()
}
const numbers = (items: readonly Item[]) => items.map(({ Patient_N: number }) => number)
const maria = people.mariaAlvarez

describe('a patient is found', () => {
  test.each([
    'maria alvarez 06/21/1984',
    'Alvarez, Maria 6/21/84',
    'ALVAREZ MAR 1984-06-21',
    'Álvarez Jun 21 1984',
    'Maria Elena Alvarez 6/21/1984',
    '(212) 555-0161 maria',
    'alvarez 0161 06211984',
    'maria.alvarez@example.com',
    'MARIA.ALVAREZ@EX',
    'maria.alvarez@example.com 1984-06-21',
    'LSD-1001',
    'lsd1001',
  ])('by %s', async (text) => {
    expect(numbers((await search(text)).Items)).toEqual([maria.patientN])
  })

  test('by the number, before those whose phone number has its digits', async () => {
    expect(numbers((await search('1001')).Items)).toContain(maria.patientN)
    expect(numbers((await search('Alvarez 1001')).Items)).toEqual([maria.patientN])
  })

  test.each([
    ['siobhan obrien', 9001],
    ["O'Brien Smith", 9001],
    ['OBrien‑Smith', 9001],
    ['smith siobhán', 9001],
    ['o brien smith siob', 9001],
    ['dartagnan', 9002],
    ['D’Artagnan Mary', 9002],
    ['MaryAnn dart', 9002],
    ['nunez', 9003],
    ['Cruz José', 9003],
    ['delacruz', 9009],
    ['maria nunez', 9003],
    ['lukasz zolc', 9004],
    ['Oersted', undefined],
    ['orsted gross', 9005],
    ['Иван Петров', 9007],
    ['петр', 9007],
    ['a%b', 9008],
    ['C_d\\e', 9008],
  ])('by %s, however the record writes it', async (text, number) => {
    const results = numbers((await search(text)).Items)
    if (number === undefined) expect(results).toEqual([])
    else expect(results).toContain(number)
  })

  test('with whole names before beginnings, then by name', async () => {
    const { Items: items } = await search('alva')
    expect(items[0]).toMatchObject({ Patient_N: 9006 })
    expect(items.length).toBeGreaterThan(2)
    const others = items.slice(1).map(({ PatientLastName: last, PatientFirstName: first }) => `${last} ${first}`)
    expect(others).toEqual(others.toSorted())
  })

  test('page by page, with the total on each', async () => {
    const whole = await search('a', { PageSize: 200 })
    expect(whole.Total).toBeGreaterThan(10)
    const [first, second, far] = [
      await search('a', { PageSize: 5 }),
      await search('a', { PageSize: 5, Page: 2 }),
      await search('a', { PageSize: 5, Page: 90_000 }),
    ]
    expect([first.Total, second.Total, far.Total]).toEqual([whole.Total, whole.Total, whole.Total])
    expect(numbers([...first.Items, ...second.Items])).toEqual(numbers(whole.Items.slice(0, 10)))
    expect(far.Items).toEqual([])
  })
})

describe('a search treats what is typed as text', () => {
  test.each(['%', '_', '\\', "'; drop table patients; --", '%%%%', '\u202e', '💊', '@', '١٩٨٤'])('%s', async (text) => {
    expect(await search(text)).toEqual({ Total: 0, Items: [] })
  })

  test('a sign that no text can have, and a text that is too long, are refused', async () => {
    expect((await post('Patient/Search', { Text: 'a\u0000' })).statusCode).toBe(400)
    expect((await post('Patient/Search', { Text: 'a'.repeat(401) })).statusCode).toBe(400)
    expect((await post('Patient/Search', { Text: 'ab '.repeat(130) })).statusCode).toBe(200)
  })
})

test('nobody of another practice is found', async () => {
  const { Items: items } = await search(people.mariaAlvarez.email)
  expect(items).toHaveLength(1)
  const there = await sandbox.app.inject({
    method: 'POST',
    url: '/northgate/api/Patient/Search',
    payload: { Text: people.mariaAlvarez.email },
  })
  expect(there.json()).toEqual({ Total: 0, Items: [] })
})

describe('the form of the specification', () => {
  const find = (dob: string, details: object = {}) =>
    post(`patient/FindPatient?dob=${dob}`, {
      PatientFirstName: '',
      PatientLastName: '',
      PatientGender: '',
      ...details,
    })

  test('finds who was born on a day, with names and gender if they are given, and sends no password [2 §7.54]', async () => {
    const [item] = (await find('1984-6-21', { PatientFirstName: 'MAR', PatientLastName: 'álv' })).json()
    expect(item).toMatchObject({ Patient_N: maria.patientN, PatientDOB: '1984-06-21', WebSiteID: expect.anything() })
    expect(Object.keys(item)).not.toContain('PatientPassword')
    expect((await find('1984-6-21', { PatientLastName: 'Alvarez', PatientGender: 'Male' })).json()).toEqual([])
    expect((await find('1984-6-21', { PatientLastName: 'Alvarez', PatientGender: 'Female' })).json()).toHaveLength(1)
    expect((await find('1984-06-22', { PatientLastName: 'Alvarez' })).json()).toEqual([])
    expect(numbers((await find('1950-1-1', { PatientLastName: 'de la cruz' })).json())).toEqual([9009, 9003])
    expect((await find('1950-1-1', { PatientLastName: '%' })).json()).toEqual([])
    expect((await find('1950-1-1')).json().length).toBeGreaterThanOrEqual(added.length)
  })

  test('refuses a day that is none', async () => {
    for (const day of ['1984-2-30', '1984-13-1', 'today', '']) expect((await find(day)).statusCode).toBe(400)
  })
})
