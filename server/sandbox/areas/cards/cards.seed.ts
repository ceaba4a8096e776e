import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { people } from '../../seed/people.ts'
import { addToken, saveCard } from './cards.store.ts'

/** Two cards that the office saved for Maria Alvarez (demo-practice.md). */
export async function seedCards(db: Db, { plan: { practice } }: DemoPractice): Promise<void> {
  if (practice !== 'lakeside') return
  const { patientN } = people.mariaAlvarez
  for (const [name, brand, lastFour] of [
    ['Family card', 'Mastercard', '4444'],
    ['My Visa', 'Visa', '4242'],
  ] as const) {
    const token = await addToken(db, { practice, brand, lastFour, behavior: 'approved' })
    await saveCard(db, { practice, patientN, owner: '', name, token })
  }
}
