import { describe, expect, test } from 'vitest'
import { admins, anyone, everyoneSignedIn, guardians, patients, patientsAndGuardians, wholeRecord } from './guard.ts'
import type { Person, PersonKind } from './person.ts'

const person = (kind: PersonKind, more: Partial<Person> = {}): Person => ({
  accountId: 1,
  kind,
  login: 'somebody',
  firstName: 'Ann',
  lastName: 'Lee',
  ...more,
})
const people = {
  visitor: undefined,
  patient: person('patient'),
  guardian: person('guardian'),
  'guardian with limits': person('guardian', { scope: [1, 2] }),
  admin: person('admin'),
}

describe('a guard admits', () => {
  test.each([
    [anyone, 'anyone', ['visitor', 'patient', 'guardian', 'guardian with limits', 'admin']],
    [patients, 'patients', ['patient']],
    [guardians, 'guardians', ['guardian', 'guardian with limits']],
    [patientsAndGuardians, 'patients and guardians', ['patient', 'guardian', 'guardian with limits']],
    [wholeRecord, 'patients, and guardians without limits', ['patient', 'guardian']],
    [admins, 'admins', ['admin']],
    [everyoneSignedIn, 'everyone signed in', ['patient', 'guardian', 'guardian with limits', 'admin']],
  ])('whom it names: %#', (guard, name, admitted) => {
    const within = Object.entries(people).filter(([, each]) => guard.admits(each))
    expect([guard.name, within.map(([who]) => who)]).toEqual([name, admitted])
  })
})

test('a visitor signs in as an admin where only admins are admitted, else as a patient or guardian', () => {
  expect(admins.signIn).toBe('/admin')
  const others = [anyone, patients, guardians, patientsAndGuardians, wholeRecord, everyoneSignedIn]
  expect(new Set(others.map(({ signIn }) => signIn))).toEqual(new Set(['/user/login']))
})
