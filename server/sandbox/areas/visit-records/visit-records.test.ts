import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { readCcda } from '../../../ccda/read-ccda.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const { mariaAlvarez, noraQuinn, lucasAlvarez } = people
const get = (path: string, practice = 'lakeside') => sandbox.app.inject(`/${practice}/api/${path}`)
const recordsOf = async (emrid: string): Promise<{ ccdaid: number; created_Date: string }[]> =>
  (await get(`GetCCDA?EMRID=${emrid}`)).json()
const filesOf = async (
  emrid: string,
  start: string,
  end: string,
): Promise<{ ID: number; Date: string; XML: string }[]> =>
  (await get(`getCcdData?emrID=${emrid}&start=${start}&end=${end}`)).json()

test('Maria Alvarez has visit records of two years; a new patient has nothing', async () => {
  const records = await recordsOf(mariaAlvarez.emrid)
  const days = records.map(({ created_Date: day }) => day)
  expect(records).toHaveLength(12)
  expect(days).toEqual(days.toSorted().reverse())
  expect(await recordsOf(lucasAlvarez.emrid)).toHaveLength(3)
  expect(await recordsOf(noraQuinn.emrid)).toEqual([])
  expect((await get(`GetCCDA?EMRID=${mariaAlvarez.emrid}`, 'northgate')).json()).toEqual([])
})

test('the documents of a range of days are those of the list, both days included', async () => {
  const [first, second, third] = await recordsOf(mariaAlvarez.emrid)
  const files = await filesOf(mariaAlvarez.emrid, third?.created_Date ?? '', second?.created_Date ?? '')
  expect(files.map(({ ID: id, Date: day }) => ({ ccdaid: id, created_Date: day }))).toEqual([second, third])
  expect(await filesOf(lucasAlvarez.emrid, '2000-01-01', '2000-12-31')).toEqual([])
  expect((await get(`getCcdData?emrID=x&start=2026-02-30&end=2026-03-01`)).statusCode).toBe(400)
  expect(first).not.toEqual(second)
})

test('each document is about its patient and has six sections with tables', async () => {
  const files = await filesOf(mariaAlvarez.emrid, '2000-01-01', '2099-12-31')
  for (const { XML: xml, Date: day } of files) {
    const document = await readCcda(Buffer.from(xml))
    expect(document).toMatchObject({
      kind: 'sections',
      date: day,
      custodian: 'Lakeside Dermatology',
      patient: { name: 'Maria Alvarez', birthDay: mariaAlvarez.dob, gender: 'F' },
    })
    const sections = document.kind === 'sections' ? document.sections : []
    expect(sections.map(({ code }) => code)).toEqual(['48765-2', '10160-0', '11450-4', '30954-2', '18776-5', '8716-3'])
    expect(sections.every(({ blocks }) => blocks.length > 0)).toBe(true)
  }
  expect(files).toHaveLength(12)
})
