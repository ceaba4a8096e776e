import { expect, test } from 'vitest'
import type { Pharmacy } from '../../gateways/emr/pharmacies/pharmacies.ts'
import { nearestPharmacies } from './nearest-pharmacies.ts'
import { loadZipPlaces } from './zip-places.ts'

const { viewFrom } = await loadZipPlaces()

const others = { name: 'Corner Pharmacy', address: '', city: '', state: '', phone: '', fax: '' }
const pharmacyIn = (zip: string, at: number): Pharmacy => ({ ...others, id: String(at), zip })

/** A record server that lists `most` at most, the first of its pharmacies, and counts its calls. */
function recordServer(zips: readonly string[], most: number) {
  const all = zips.map((zip, at) => pharmacyIn(zip, at))
  const calls: string[] = []
  const find = async (prefix: string) => {
    calls.push(prefix)
    const fitting = all.filter(({ zip }) => zip.startsWith(prefix))
    return { pharmacies: fitting.slice(0, most), mayBeMore: fitting.length >= most }
  }
  return { find, calls }
}

const around = async (zip: string, { find }: ReturnType<typeof recordServer>) => {
  const view = viewFrom(zip) ?? expect.fail(`${zip} is unknown`)
  const nearest = await nearestPharmacies({ view, find })
  return nearest.map((each) => each.zip)
}

test('the nearest ten are those of the whole record, although each answer holds few of it', async () => {
  const brooklyn = Array.from({ length: 60 }, (_, at) => (at % 2 ? '11201' : '11215'))
  const hoboken = Array.from({ length: 6 }, () => '07030')
  const chelsea = Array.from({ length: 6 }, () => '10011')
  const record = recordServer([...brooklyn, ...hoboken, ...chelsea], 50)
  expect(await around('07030', record)).toEqual([...hoboken, ...chelsea.slice(0, 4)])
  expect(await around('10011', record)).toEqual([...chelsea, ...hoboken.slice(0, 4)])
})

test('a ZIP code far from every pharmacy has the nearest ones too', async () => {
  const record = recordServer(['10011', '07030', '80202'], 50)
  expect(await around('90001', record)).toEqual(['80202', '07030', '10011'])
})

test('no more calls are made than a person waits for', async () => {
  const crowded = recordServer(
    Array.from({ length: 400 }, (_, at) => `1${String(at % 200).padStart(4, '0')}`),
    3,
  )
  await around('10011', crowded)
  expect(crowded.calls.length).toBeLessThanOrEqual(20)
  const none = recordServer([], 50)
  expect([await around('10011', none), none.calls.length]).toEqual([[], 10])
})
