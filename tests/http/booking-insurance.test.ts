import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { startPortal, type RunningPortal, type Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const index = '/ui/screens/user/bookappointment/index'

let portal: RunningPortal
let ben: Visitor
beforeAll(async () => {
  portal = await startPortal()
  ben = await portal.signIn('ben.carter')
})
afterAll(() => portal.close())

async function answers(visitor: Visitor, path: string): Promise<BlockOf<'choice'>['groups'][number]['options']> {
  const { body } = await visitor.get<Screen>(path)
  const choice = body.blocks.find(({ kind }) => kind === 'choice')
  if (choice?.kind !== 'choice') throw new Error(`no question: ${JSON.stringify(body)}`)
  return choice.groups.flatMap(({ options }) => options)
}

const markOf = ({ mark }: { mark?: { text: string } }) => mark?.text ?? ''

describe('where a practice asks for the insurance', () => {
  it('it is a question before how to book, with a way for whoever has none', async () => {
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12`)
    expect(JSON.stringify(body)).toContain('Which insurance do you have?')
    const options = await answers(ben, `${index}?type=inoffice&visit=12`)
    expect(options.at(-1)?.title).toBe('No insurance, or another one')
    const next = await ben.get<Screen>(`${index}?type=inoffice&visit=12&insurance=none`)
    expect(JSON.stringify(next.body)).toContain('How would you like to book?')
  })

  it('locations that accept it come first, and providers who do not are marked', async () => {
    const insurances = (await answers(ben, `${index}?type=inoffice&visit=12`)).slice(0, -1)
    const marks: string[][] = []
    for (const { id } of insurances) {
      const insurance = id.replace('insurance-', '')
      const path = `${index}?type=inoffice&visit=12&insurance=${insurance}`
      const providers = await answers(ben, `${path}&by=provider`)
      marks.push(providers.map(markOf))
    }
    expect(marks.flat()).toContain('Out-of-network')
    expect(marks.flat()).toContain('')
  })

  it('nobody is marked for whoever has none, and an insurance that is not listed is asked for again', async () => {
    const providers = await answers(ben, `${index}?type=inoffice&visit=12&insurance=none&by=provider`)
    expect(new Set(providers.map(markOf))).toEqual(new Set(['']))
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12&insurance=99999&by=provider`)
    expect(JSON.stringify(body)).toContain('is not offered any more')
  })

  it('marks who is out of network beside the times too', async () => {
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

  it('a practice that does not ask has no such question; its own types and telehealth are its own matter', async () => {
    await setSetting(portal, { name: 'Ask_Insurance_PE', value: false, licenseeId: 'northgate' })
    const { body } = await ben.get<Screen>(`${index}?type=inoffice&visit=12`)
    expect(JSON.stringify(body)).toContain('How would you like to book?')
    const first = await ben.get<Screen>(index)
    expect(JSON.stringify(first.body)).toContain('What is the appointment for?')
    expect(JSON.stringify(first.body)).not.toContain('TeleDermatology')
  })

  it('types of its own have only their own times', async () => {
    const maria = await portal.signIn('maria.alvarez')
    await setSetting(portal, { name: 'Enable PE Custom Appointments', value: true })
    const { status, body } = await maria.get('/ui/regions/booking.times?by=provider&type=inoffice&visit=1&provider=112')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('"typeId":"1"')
  })
})
