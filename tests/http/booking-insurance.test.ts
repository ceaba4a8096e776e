import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const index = '/ui/screens/user/bookappointment/index'

const it = portalTest({ ben: 'ben.carter' })
// The first location by name does not accept the second insurance, so that the sorting is visible.
it.beforeAll(({ portal }) =>
  portal.records.db.execute(
    sql`update facility_insurances set facility_n = 22 where practice = 'northgate' and insurance_n = 2 and facility_n = 21`,
  ),
)

async function answers(visitor: Visitor, path: string): Promise<BlockOf<'choice'>['groups'][number]['options']> {
  const { body } = await visitor.get<Screen>(path)
  const choice = body.blocks.find(({ kind }) => kind === 'choice')
  if (choice?.kind !== 'choice') throw new Error(`no question: ${JSON.stringify(body)}`)
  return choice.groups.flatMap(({ options }) => options)
}

const markOf = ({ mark }: { mark?: { text: string } }) => mark?.text ?? ''

/** For each insurance of the practice, the marks of the choices, in their order. */
async function marksOf(visitor: Visitor, way: 'location' | 'provider'): Promise<string[][]> {
  const insurances = (await answers(visitor, `${index}?type=inoffice&visit=12`)).slice(0, -1)
  const region = way === 'location' ? '&region=3' : ''
  return Promise.all(
    insurances.map(async ({ id }) => {
      const insurance = id.replace('insurance-', '')
      const path = `${index}?type=inoffice&visit=12&insurance=${insurance}&by=${way}${region}`
      return (await answers(visitor, path)).map(markOf)
    }),
  )
}

describe('where a practice asks for the insurance', () => {
  it('it is a question before how to book, with a choice for people without one', async ({ ben }) => {
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12`)
    expect(JSON.stringify(body)).toContain('Which insurance do you have?')
    const options = await answers(ben, `${index}?type=inoffice&visit=12`)
    expect(options.at(-1)?.title).toBe('No insurance, or another one')
    const next = await ben.get<Screen>(`${index}?type=inoffice&visit=12&insurance=none`)
    expect(JSON.stringify(next.body)).toContain('How would you like to book?')
  })

  it('locations that accept it come first, the others are marked [1 §3.11]', async ({ ben }) => {
    const lists = await marksOf(ben, 'location')
    for (const marks of lists) expect(marks).toEqual(marks.toSorted((one, other) => one.length - other.length))
    expect(new Set(lists.flat())).toEqual(new Set(['', 'Out-of-network']))
  })

  it('providers who do not accept it are marked, and stay [1 §3.10]', async ({ ben }) => {
    const lists = await marksOf(ben, 'provider')
    expect(new Set(lists.flat())).toEqual(new Set(['', 'Out-of-network']))
    expect(new Set(lists.map(({ length }) => length)).size).toBe(1)
  })

  it('no provider is marked for people without one, and an insurance that is not listed is asked for again', async ({
    ben,
  }) => {
    const providers = await answers(ben, `${index}?type=inoffice&visit=12&insurance=none&by=provider`)
    expect(new Set(providers.map(markOf))).toEqual(new Set(['']))
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12&insurance=99999&by=provider`)
    expect(JSON.stringify(body)).toContain('is no longer offered')
  })

  it('marks who is out of network beside the times too [1 §3.11]', async ({ ben }) => {
    const insurances = (await answers(ben, `${index}?type=inoffice&visit=12`)).slice(0, -1)
    const seen = await Promise.all(
      insurances.map(async ({ id }) => {
        const insurance = id.replace('insurance-', '')
        const region = `/ui/regions/booking.times?by=location&type=inoffice&visit=12&insurance=${insurance}&facility=21`
        return JSON.stringify((await ben.get(region)).body)
      }),
    )
    expect(seen.some((body) => body.includes('Out-of-network'))).toBe(true)
  })

  it('a practice that does not ask has no such question; its own types and telehealth are its own matter', async ({
    portal,
    ben,
  }) => {
    await setSetting(portal, { name: 'Ask_Insurance_PE', value: false, licenseeId: 'northgate' })
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12`)
    expect(JSON.stringify(body)).toContain('How would you like to book?')
    const first = await ben.get<Screen>(index)
    expect(JSON.stringify(first.body)).toContain('What is the appointment for?')
    expect(JSON.stringify(first.body)).not.toContain('Video visit')
  })

  it('with types of its own, the times are those of the chosen type', async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    await setSetting(portal, { name: 'Enable PE Custom Appointments', value: true })
    const { status, body } = await maria.get('/ui/regions/booking.times?by=provider&type=inoffice&visit=1&provider=112')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('"typeId":"1"')
  })
})
