import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmr } from '../create-emr.ts'
import { EmrTimeout, EmrUnavailable, InvalidEmrResponse } from '../emr.errors.ts'

/** Responses by path, without the query, after the practice's base address. */
const answers = new Map<string, { status?: number; body: unknown }>()
const requests: { method: string; path: string; body: string }[] = []
let server: Server
let emr: ReturnType<typeof createEmr>

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/lakeside/api/', '')
    const { status = 200, body } = answers.get(path.replace(/\?.*/, '')) ?? { status: 404, body: {} }
    void text(request).then((sent) => {
      requests.push({ method: request.method ?? '', path, body: sent })
      response.writeHead(status).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // the server is listening
  emr = createEmr({ baseUrl: `http://127.0.0.1:${port}/lakeside/api/`, retryPauseMs: 1, failures: 1000 })
})
beforeEach(() => {
  requests.splice(0)
  answers.clear()
  answers.set('findPharmacy', { body: [pharmacy(7), pharmacy(8)] })
  answers.set('UpdatePharmacy', { body: true })
})
afterAll(async () => {
  await emr.close()
  server.close()
})

const pharmacy = (id: number) => ({
  ID: id,
  RcopiaID: `R${id}`,
  NCPDPID: `99${id}`,
  Name: `Pharmacy ${id}`,
  Address1: '3 Main Street',
  City: 'Hoboken',
  State: 'NJ',
  Zip: '07030',
  Phone: '5515550100',
  Fax: null,
})
const seven = {
  id: '7',
  name: 'Pharmacy 7',
  address: '3 Main Street',
  city: 'Hoboken',
  state: 'NJ',
  zip: '07030',
  phone: '5515550100',
  fax: '',
}
const choice = { patientId: '1001', pharmacyId: '7', search: { city: 'Hoboken' } }
const paths = () => requests.map(({ path }) => path.replace(/\?.*/, ''))

test('a search sends all seven parts by POST, with every character as itself [2 §3.29 §7.25]', async () => {
  const result = await emr.pharmacies({ name: " O'Dell & 50%+", zip: '07030' })
  expect(result).toEqual({ pharmacies: [seven, { ...seven, id: '8', name: 'Pharmacy 8' }], mayBeMore: false })
  const [{ method, path } = expect.fail('nothing was sent')] = requests
  expect([method, [...new URLSearchParams(path.replace(/.*\?/, ''))]]).toEqual([
    'POST',
    [
      ['Name', "O'Dell & 50%+"],
      ['Address', ''],
      ['City', ''],
      ['State', ''],
      ['Zip', '07030'],
      ['Phone', ''],
      ['Fax', ''],
    ],
  ])
})

test('a search for nothing asks nobody', async () => {
  expect(await emr.pharmacies({ name: ' ', city: '' })).toEqual({ pharmacies: [], mayBeMore: false })
  expect(requests).toEqual([])
})

test('the first 50 are returned, and that there may be more', async () => {
  answers.set('findPharmacy', { body: Array.from({ length: 60 }, (_, place) => pharmacy(place + 1)) })
  const { pharmacies, mayBeMore } = await emr.pharmacies({ name: 'p' })
  expect([pharmacies.length, mayBeMore]).toEqual([50, true])
  answers.set('findPharmacy', { body: Array.from({ length: 49 }, (_, place) => pharmacy(place + 1)) })
  expect((await emr.pharmacies({ name: 'p' })).mayBeMore).toBe(false)
})

test('a search is tried twice, as it changes nothing', async () => {
  answers.set('findPharmacy', { status: 503, body: {} })
  await expect(emr.pharmacies({ name: 'p' })).rejects.toThrow(EmrUnavailable)
  expect(paths()).toEqual(['findPharmacy', 'findPharmacy'])
})

test('names and ZIP codes that may have been meant are three of each at most', async () => {
  answers.set('SuggestPharmacies', { body: { Names: ['Linden', 'Corner', 'Old Town', 'Market'], Zips: ['07030'] } })
  expect(await emr.pharmacyCorrections({ name: 'Lindne', zip: '07130' })).toEqual({
    names: ['Linden', 'Corner', 'Old Town'],
    zips: ['07030'],
  })
  expect(requests.map(({ method, path }) => [method, path])).toEqual([
    ['GET', 'SuggestPharmacies?Name=Lindne&Address=&City=&State=&Zip=07130&Phone=&Fax='],
  ])
  answers.set('SuggestPharmacies', { body: { Names: [7], Zips: [] } })
  await expect(emr.pharmacyCorrections({ name: 'Lindne' })).rejects.toThrow(InvalidEmrResponse)
})

test('a record server that does not know the call corrects nothing, and a search for nothing asks for nothing', async () => {
  const none = { names: [], zips: [] }
  expect(await emr.pharmacyCorrections({ name: 'Lindne' })).toEqual(none)
  expect(await emr.pharmacyCorrections({ name: ' ' })).toEqual(none)
  expect(paths()).toEqual(['SuggestPharmacies'])
})

test('a pharmacy is chosen with its numbers of the record server [2 §3.30 §7.26]', async () => {
  expect(await emr.choosePharmacy(choice)).toEqual(seven)
  const { method, path, body } = requests.at(-1) ?? expect.fail('nothing was sent')
  expect([method, path, JSON.parse(body)]).toEqual([
    'POST',
    'UpdatePharmacy?patient_id=1001',
    {
      PHARMACY_RCOPIAID: 'R7',
      PHARMACY_DESCRIPTION: 'Pharmacy 7, 3 Main Street, Hoboken, NJ 07030',
      PHARMACY_NAME: 'Pharmacy 7',
      PHARMACY_NCPDPID: '997',
    },
  ])
})

test('a pharmacy that the search does not find is not chosen', async () => {
  for (const wrong of [{ pharmacyId: '9' }, { pharmacyId: '07' }, { search: {} }, { patientId: '1 or 1=1' }])
    expect(await emr.choosePharmacy({ ...choice, ...wrong })).toBeUndefined()
  expect(paths()).not.toContain('UpdatePharmacy')
  answers.delete('UpdatePharmacy')
  expect(await emr.choosePharmacy(choice)).toBeUndefined()
  expect(paths()).toContain('UpdatePharmacy')
})

test('choosing is sent once, and a broken answer may have chosen', async () => {
  answers.set('UpdatePharmacy', { status: 500, body: {} })
  await expect(emr.choosePharmacy(choice)).rejects.toThrow(EmrTimeout)
  expect(paths()).toEqual(['findPharmacy', 'UpdatePharmacy'])
})

test('a patient has the pharmacy of the record, or none', async () => {
  answers.set('GetPharmacy', { body: pharmacy(7) })
  expect(await emr.pharmacyOf('1001')).toEqual(seven)
  answers.set('GetPharmacy', { body: null })
  expect(await emr.pharmacyOf('1001')).toBeUndefined()
  expect([await emr.pharmacyOf('x'), paths()]).toEqual([undefined, ['GetPharmacy', 'GetPharmacy']])
  answers.set('GetPharmacy', { body: { ...pharmacy(7), ID: 'seven' } })
  await expect(emr.pharmacyOf('1001')).rejects.toThrow(InvalidEmrResponse)
})
