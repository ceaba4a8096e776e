import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

type Pharmacy = Record<
  'Name' | 'Address1' | 'City' | 'State' | 'Zip' | 'Phone' | 'Fax' | 'RcopiaID' | 'NCPDPID',
  string
>

const search = (query: Record<string, string>, practice = 'lakeside') =>
  sandbox.app.inject({
    method: 'POST',
    url: `/${practice}/api/findPharmacy?${new URLSearchParams(query)}`,
  })
const pharmaciesFor = async (query: Record<string, string>, practice?: string): Promise<Pharmacy[]> =>
  (await search(query, practice)).json()
const chosenBy = async (patientN: number, practice = 'lakeside'): Promise<Pharmacy | null> =>
  (await sandbox.app.inject(`/${practice}/api/GetPharmacy?patient_n=${patientN}`)).json()
const choose = (patientN: number, { RcopiaID: rcopia, NCPDPID: ncpdp }: Pick<Pharmacy, 'RcopiaID' | 'NCPDPID'>) =>
  sandbox.app.inject({
    method: 'POST',
    url: `/lakeside/api/UpdatePharmacy?patient_id=${patientN}`,
    body: {
      PHARMACY_RCOPIAID: rcopia,
      PHARMACY_DESCRIPTION: 'A pharmacy',
      PHARMACY_NAME: 'A pharmacy',
      PHARMACY_NCPDPID: ncpdp,
    },
  })

test('a search finds by each part, in any case, and by all parts together', async () => {
  const [one] = await pharmaciesFor({ City: 'brook' })
  expect(one?.City).toBe('Brooklyn')
  const { Name, Address1: Address, City, State, Zip, Phone, Fax } = one!
  const parts = { Name, Address, City, State, Zip, Phone, Fax }
  for (const [part, text] of Object.entries(parts))
    expect([part, await pharmaciesFor({ [part]: text.toUpperCase() })]).toEqual([part, expect.arrayContaining([one])])
  expect(await pharmaciesFor(parts)).toEqual([one])
  expect(await pharmaciesFor({ ...parts, Zip: '99999' })).toEqual([])
})

test('name and address are found by any part of them, phone numbers however they are written', async () => {
  const all = await pharmaciesFor({ Name: 'AMILY' })
  expect(all.length).toBeGreaterThan(3)
  expect(all.every(({ Name: name }) => name.includes('Family'))).toBe(true)
  const [one] = all
  expect(
    await pharmaciesFor({ Phone: `(${one?.Phone.slice(0, 3)}) ${one?.Phone.slice(3, 6)}-${one?.Phone.slice(6)}` }),
  ).toEqual([one])
  expect(await pharmaciesFor({ City: 'ooklyn' })).toEqual([])
})

test('no more than 50 are found, by name; each practice has its own', async () => {
  const names = (await pharmaciesFor({ Name: 'pharmacy' })).map(({ Name: name }) => name)
  expect(names).toHaveLength(50)
  expect(names).toEqual(names.toSorted())
  expect(await pharmaciesFor({ State: 'CO' })).toEqual([])
  expect((await pharmaciesFor({ State: 'CO' }, 'northgate')).length).toBeGreaterThan(10)
})

test('characters with a meaning in SQL stand for themselves', async () => {
  expect((await pharmaciesFor({ Name: "O'Dell" })).length).toBeGreaterThan(0)
  for (const name of ['%', '_', '\\', "' or 1=1 --", '";'])
    expect([name, await pharmaciesFor({ Name: name })]).toEqual([name, []])
})

const suggestions = async (query: Record<string, string>): Promise<{ Names: string[]; Zips: string[] }> =>
  (await sandbox.app.inject(`/lakeside/api/SuggestPharmacies?${new URLSearchParams(query)}`)).json()

test.for([
  ['a letter too few', 'Harborvew'],
  ['a letter too many', 'Harborrview'],
  ['a wrong letter', 'harborviaw'],
  ['two swapped letters', 'Harbovriew'],
  ['a common word beside it', 'The Harborvew Pharmacy'],
] as const)('a name with %s suggests similar ones', async ([, name]) => {
  const { Names: names } = await suggestions({ Name: name })
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((each) => each.startsWith('Harborview'))).toBe(true)
})

test('each suggestion has a result with the other parts of the search', async () => {
  const { Names: names } = await suggestions({ Name: 'Lindne', City: 'Hoboken' })
  for (const name of names) expect(await pharmaciesFor({ Name: name, City: 'Hoboken' })).not.toEqual([])
  const { Zips: zips } = await suggestions({ Zip: '07130' })
  expect(zips).toContain('07030')
  for (const zip of zips) expect(await pharmaciesFor({ Zip: zip })).not.toEqual([])
  expect(await suggestions({ Name: 'Lindne', City: 'Nowhere', Zip: '07130' })).toEqual({ Names: [], Zips: [] })
})

test('nothing similar is suggested for what is too different, or no ZIP code', async () => {
  const different: Record<string, string>[] = [{ Name: 'qqqqzzzz' }, { Name: '%' }, { Zip: '0713' }, { Zip: '99999' }]
  for (const query of different) expect([query, await suggestions(query)]).toEqual([query, { Names: [], Zips: [] }])
})

test('a search for nothing is refused', async () => {
  const refused: Record<string, string>[] = [
    {},
    { Name: '  ' },
    { Phone: 'abc' },
    { Name: '\u0000' },
    { Name: 'x'.repeat(201) },
  ]
  for (const query of refused) expect([query, (await search(query)).statusCode]).toEqual([query, 400])
  expect((await sandbox.app.inject('/lakeside/api/SuggestPharmacies')).statusCode).toBe(400)
})

test('a pharmacy is chosen, also a second time, and another one takes its place', async () => {
  const { patientN: maria } = people.mariaAlvarez
  const { patientN: nora } = people.noraQuinn
  expect([(await chosenBy(maria))?.State, await chosenBy(nora)]).toEqual([expect.stringMatching(/^N[JY]$/), null])
  const [one, other] = await pharmaciesFor({ City: 'Montclair' })
  for (const each of [one!, one!, other!]) {
    expect((await choose(nora, each)).json()).toBe(true)
    expect(await chosenBy(nora)).toEqual(each)
  }
  expect(await chosenBy(maria)).not.toEqual(other)
})

test('an unknown pharmacy or patient changes nothing', async () => {
  const { patientN: maria } = people.mariaAlvarez
  const before = await chosenBy(maria)
  const [foreign] = await pharmaciesFor({ State: 'CO' }, 'northgate')
  const [own] = await pharmaciesFor({ City: 'Montclair' })
  for (const wrong of [foreign!, { RcopiaID: own!.RcopiaID, NCPDPID: '0000000' }])
    expect((await choose(maria, wrong)).statusCode).toBe(404)
  expect((await choose(999_999, own!)).statusCode).toBe(404)
  expect([await chosenBy(maria), await chosenBy(999_999)]).toEqual([before, null])
})
