import { describe, expect, test } from 'vitest'
import {
  admins,
  adminsThemselves,
  anyone,
  everyoneInSession,
  everyoneSignedIn,
  frontOffice,
  guardians,
  guests,
  owners,
  patients,
  patientsAndGuardians,
  patientsAndGuardiansThemselves,
  patientStaff,
  payers,
  recordsStaff,
  settingsStaff,
  viewers,
  wholeRecord,
} from './guard.ts'
import type { Principal } from './principal.ts'

const holder = { accountId: 1, login: 'somebody', firstName: 'Ann', lastName: 'Lee' }
const patient = { id: '7', emrId: 'e7', firstName: 'Ann', lastName: 'Lee' }
const people: Record<string, Principal | undefined> = {
  visitor: undefined,
  patient: { ...holder, kind: 'patient', patient },
  guardian: { ...holder, kind: 'guardian', patient },
  'guardian with limits': { ...holder, kind: 'guardian', patient, scope: [1, 2] },
  'front desk': { ...holder, kind: 'admin', roles: ['front desk'] },
  'records staff': { ...holder, kind: 'admin', roles: ['records'] },
  'settings staff': { ...holder, kind: 'admin', roles: ['settings'] },
  'both desks': { ...holder, kind: 'admin', roles: ['front desk', 'settings'] },
  owner: { ...holder, kind: 'admin', roles: ['owner'] },
  'staff without a role': { ...holder, kind: 'admin', roles: [] },
  'staff without a second factor': { ...holder, kind: 'admin', roles: ['owner'], unprotected: true },
  viewer: { ...holder, kind: 'viewer', roles: ['records'], patient, returnTo: '/rooms' },
  guest: { kind: 'guest', guestId: 'a', licenseeId: 'lakeside', patient, until: '2026-11-22T15:00:00Z' },
}

const staff = ['front desk', 'records staff', 'settings staff', 'both desks', 'owner', 'staff without a role']
const inSession = [...staff, 'staff without a second factor']

describe('a guard admits', () => {
  test.each([
    [anyone, 'anyone', ['visitor', 'patient', 'guardian', 'guardian with limits', ...inSession, 'viewer', 'guest']],
    [patients, 'patients', ['patient', 'viewer']],
    [guardians, 'guardians', ['guardian', 'guardian with limits']],
    [patientsAndGuardians, 'patients and guardians', ['patient', 'guardian', 'guardian with limits', 'viewer']],
    [
      patientsAndGuardiansThemselves,
      'patients and guardians, about themselves',
      ['patient', 'guardian', 'guardian with limits'],
    ],
    [viewers, 'viewers', ['viewer']],
    [wholeRecord, 'patients, and guardians without limits', ['patient', 'guardian', 'viewer']],
    [admins, 'admins', staff],
    [adminsThemselves, 'admins, about themselves', inSession],
    [frontOffice, 'front desk', ['front desk', 'both desks', 'owner']],
    [recordsStaff, 'records staff', ['records staff', 'owner']],
    [patientStaff, 'front desk and records staff', ['front desk', 'records staff', 'both desks', 'owner']],
    [settingsStaff, 'settings staff', ['settings staff', 'both desks', 'owner']],
    [owners, 'owners', ['owner']],
    [everyoneSignedIn, 'everyone signed in', ['patient', 'guardian', 'guardian with limits', ...inSession]],
    [guests, 'guests', ['guest']],
    [payers, 'patients, guardians and guests', ['patient', 'guardian', 'guardian with limits', 'viewer', 'guest']],
    [
      everyoneInSession,
      'everyone in a session',
      ['patient', 'guardian', 'guardian with limits', ...inSession, 'viewer', 'guest'],
    ],
  ])('whom it names: %#', (guard, name, admitted) => {
    const within = Object.entries(people).filter(([, each]) => guard.admits(each))
    expect([guard.name, within.map(([who]) => who)]).toEqual([name, admitted])
  })
})

test('a visitor signs in as an admin or guest where only they are admitted, else as a patient or guardian', () => {
  for (const guard of [admins, frontOffice, recordsStaff, patientStaff, settingsStaff, owners, viewers])
    expect(guard.signIn).toBe('/admin')
  expect(guests.signIn).toBe('/user/guestLogin')
  const others = [
    anyone,
    patients,
    guardians,
    patientsAndGuardians,
    patientsAndGuardiansThemselves,
    wholeRecord,
    everyoneSignedIn,
    payers,
    everyoneInSession,
  ]
  expect(new Set(others.map(({ signIn }) => signIn))).toEqual(new Set(['/user/login']))
})
