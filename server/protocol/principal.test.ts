import { describe, expect, test } from 'vitest'
import {
  actingPrincipal,
  auditActor,
  endOfActing,
  guestTopic,
  idempotencyOwner,
  patientOf,
  patientTopic,
  personTopic,
  scopeOf,
  signedIn,
  topicNamed,
  topicOwner,
  type Principal,
} from './principal.ts'

const holder = { accountId: 7, login: 'ann', firstName: 'Ann', lastName: 'Lee' }
const record = { id: '300001', emrId: 'e1', firstName: 'Lucas', lastName: 'Lee' }
const patient: Principal = { ...holder, kind: 'patient', patient: record }
const guardian: Principal = {
  ...holder,
  kind: 'guardian',
  patient: record,
  scope: [1],
  until: '2027-01-01T00:00:00.000Z',
}
const admin: Principal = { ...holder, kind: 'admin', roles: ['owner'] }
const guest: Principal = {
  kind: 'guest',
  guestId: 'a',
  licenseeId: 'lakeside',
  patient: record,
  until: '2026-11-22T16:00:00.000Z',
}
const all = { patient, guardian, admin, guest, visitor: undefined }

/** Returns the result of a function for each principal. */
function ofEach<T>(say: (principal: Principal | undefined) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([name, principal]) => [name, say(principal)]))
}

test('a patient, a guardian and a guest have a patient; an admin and a visitor have none', () => {
  expect(ofEach((principal) => patientOf(principal)?.id)).toEqual({
    patient: '300001',
    guardian: '300001',
    admin: undefined,
    guest: '300001',
    visitor: undefined,
  })
})

test('only what was limited has a scope, and only what ends an end', () => {
  expect(ofEach(scopeOf)).toEqual({ guardian: [1] })
  expect(ofEach(endOfActing)).toEqual({ guardian: '2027-01-01T00:00:00.000Z', guest: '2026-11-22T16:00:00.000Z' })
})

test('the topics of a guest are those of one session, and no account has them', () => {
  expect([patient, guardian, admin, guest].map(topicOwner)).toEqual(['person:7', 'person:7', 'person:7', 'guest:a'])
  expect([personTopic(guest, 'bills'), personTopic({ accountId: 8 }, 'waiting')]).toEqual([
    'guest:a/bills',
    'person:8/waiting',
  ])
})

test('a guest calls the topics of the patient by a name without the number of the record', () => {
  const topic = patientTopic({ licenseeId: 'lakeside', patientId: '300001' }, 'bills')
  expect([guestTopic(topic), guestTopic('licensee:lakeside/settings/a')]).toEqual(['guest/bills', undefined])
  expect([topicNamed(guest, 'guest/bills'), topicNamed(patient, 'guest/bills')]).toEqual([topic, 'guest/bills'])
})

test('the audit log names everybody: by user name where there is one', () => {
  expect(ofEach(auditActor)).toEqual({
    patient: { accountId: 7, patientId: '300001', actorKind: 'patient', actor: 'ann' },
    guardian: { accountId: 7, patientId: '300001', actorKind: 'guardian', actor: 'ann' },
    admin: { accountId: 7, patientId: null, actorKind: 'admin', actor: 'ann' },
    guest: { accountId: null, patientId: '300001', actorKind: 'guest', actor: '' },
    visitor: { accountId: null, patientId: null, actorKind: 'visitor', actor: '' },
  })
})

test('the keys of a session count together, those of a visitor by practice and address', () => {
  const place = { sessionHash: 'hash', licenseeId: 'lakeside', address: '203.0.113.7' }
  expect(ofEach((principal) => idempotencyOwner(principal, place))).toEqual({
    patient: 'hash',
    guardian: 'hash',
    admin: 'hash',
    guest: 'hash',
    visitor: 'visitor:lakeside:203.0.113.7',
  })
})

describe('behind a guard nobody else is taken for', () => {
  test.each([
    { whom: 'patients and guardians', of: actingPrincipal, admitted: [patient, guardian], others: [admin, guest] },
    { whom: 'people who are signed in', of: signedIn, admitted: [patient, guardian, admin], others: [guest] },
  ])('$whom', ({ of, admitted, others }) => {
    for (const principal of admitted) expect(of({ principal })).toBe(principal)
    for (const principal of [...others, undefined])
      expect(() => of({ principal })).toThrow('the guard requires an account')
  })
})
