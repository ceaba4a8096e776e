import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { enterCard, testCards } from '../support/card-payment.ts'
import { locate, peopleOf, signUpScreen } from '../support/sign-up.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const test = portalTest({ maria: 'maria.alvarez' })

async function writePhone({ records }: RunningPortal, { patientN, written }: { patientN: number; written: string }) {
  await records.db.execute(sql`update patients set cell_phone = ${written} where patient_n = ${patientN}`)
}

async function withPhone(portal: RunningPortal, written: string, work: () => Promise<void>): Promise<void> {
  const { patientN, cellPhone } = people.mariaAlvarez
  await writePhone(portal, { patientN, written })
  try {
    await work()
  } finally {
    await writePhone(portal, { patientN, written: cellPhone })
  }
}

async function phoneField(portal: RunningPortal, visitor: Visitor) {
  await enterCard(portal, visitor, testCards.approved)
  const { body } = await visitor.get<Screen>('/ui/screens/user/home/MakePayment')
  const [form] = blocksOf(body.blocks, 'form')
  return { value: form?.value.phone, help: form?.fields.find(({ name }) => name === 'phone')?.help }
}

async function shownPhone(visitor: Visitor): Promise<unknown> {
  const { body } = await visitor.get<RegionContent>('/ui/regions/account.profile')
  const [facts] = blocksOf(body.blocks, 'facts')
  return (facts as BlockOf<'facts'>).facts.find(({ name }) => name === 'Cell phone')?.value
}

describe('the phone number of a record', () => {
  test('that has an extension fills in no field, which says so', async ({ portal, maria }) => {
    await withPhone(portal, '212-555-0144 x12', async () => {
      expect(await phoneField(portal, maria)).toEqual({
        value: undefined,
        help: 'The office has 212-555-0144 x12. Please enter a number with ten digits.',
      })
      expect(await shownPhone(maria)).toBe('212-555-0144 x12')
    })
  })

  test('that is written in another way fills it in', async ({ portal, maria }) => {
    await withPhone(portal, '+1 (212) 555-0161', async () => {
      expect(await phoneField(portal, maria)).toEqual({ value: '2125550161' })
    })
  })

  test('that is a word is not shown as one', async ({ portal, maria }) => {
    await withPhone(portal, 'unknown', async () => {
      expect(await phoneField(portal, maria)).toEqual({})
      expect(await shownPhone(maria)).toBe('Not given')
    })
  })

  test('gets no code by text message unless it has ten digits', async ({ portal }) => {
    const [somebody] = await peopleOf(portal, 1)
    const offered = async (written: string) => {
      await writePhone(portal, { patientN: somebody!.patientN, written })
      const visitor = portal.visitor()
      await locate(visitor, somebody!)
      const [form] = blocksOf((await visitor.get<Screen>(signUpScreen)).body.blocks, 'form')
      return form?.fields.some(({ name }) => name === 'byPhone')
    }
    for (const written of ['212-555-0144 x12', '212-555-014 x4', '+44 20 7946 0958', 'unknown'])
      expect([written, await offered(written)]).toEqual([written, false])
    expect(await offered('1-212-555-0144')).toBe(true)
  })
})
