import { expect, onTestFinished, test } from 'vitest'
import { actor, patient, refusalOf } from '../../tests/support/act.ts'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { accounts } from '../db/schema.ts'
import { proveAgain, type ProofServices } from './prove-again.ts'

const maria = {
  licenseeId: 'lakeside',
  kind: 'patient',
  login: 'maria',
  loginKey: 'maria',
  passwordHash: 'hash',
} as const

test('whose access ends before the proof is checked is signed out, and not told that the password is wrong', async () => {
  const { db, close } = await openTestDatabase('portal')
  onTestFinished(close)
  const [account] = await db
    .insert(accounts)
    .values({ ...maria, firstName: 'Maria', lastName: 'Alvarez' })
    .returning()
  const services = {
    db,
    countedTries: { giveBack: () => Promise.resolve() },
    passwords: { matches: () => Promise.resolve(true) },
  } as unknown as ProofServices // the part that it uses
  const counted = () => Promise.resolve()
  const context = Object.assign(actor(), { principal: { ...patient, accountId: account?.id }, takeTry: counted })
  expect(await refusalOf(() => proveAgain(services, context, 'right'))).toBeUndefined()
  const takeTry = async () => void (await db.update(accounts).set({ disabledAt: new Date() }))
  const late = proveAgain(services, Object.assign(context, { takeTry }), 'right')
  expect(await refusalOf(() => late)).toEqual(['access.signIn', { status: 401 }])
})
