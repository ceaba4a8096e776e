import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'
import { people } from '../../../sandbox/seed/people.ts'
import type { CallRecord } from '../record-client.ts'

const maria = String(people.mariaAlvarez.patientN)
const medicalHistory = { name: 'Medical History', template: 'medical-history' }

describe('forms', () => {
  test('have a state and instants; starting one answers the address of its page [2 §7.10 §7.11]', async ({
    open,
    records,
  }) => {
    const emr = open()
    expect((await emr.forms(maria)).map(({ name, status }) => [name, status])).toEqual([
      ['Medical History', 'assigned'],
      ['Skin Cancer Screening Questionnaire', 'started'],
      ['Notice of Privacy Practices', 'other'],
    ])
    expect(await emr.startForm({ patientId: maria, ...medicalHistory })).toBe(
      `${records.origin}/lakeside/forms/medical-history`,
    )
    expect((await emr.forms(maria))[0]).toEqual({
      ...medicalHistory,
      status: 'started',
      requestedAt: '2026-02-22T15:00:00.000Z',
      updatedAt: records.sandbox.clock.now.toISOString(),
    })
  })

  test("another patient's form, a completed one and one of no patient cannot be started", async ({ open }) => {
    const emr = open()
    const completed = { name: 'Notice of Privacy Practices', template: 'privacy-practices' }
    expect(await emr.startForm({ patientId: '1002', ...medicalHistory })).toBeUndefined()
    expect(await emr.startForm({ patientId: maria, ...completed })).toBeUndefined()
    expect(await emr.startForm({ patientId: 'x', ...medicalHistory })).toBeUndefined()
    expect(await emr.forms('x')).toEqual([])
  })

  test('are started once, although by GET: a lost answer is not asked for again [2 §7.12]', async ({
    open,
    records,
  }) => {
    const calls: CallRecord[] = []
    const emr = open('lakeside', { onCall: (record) => calls.push(record) })
    await records.fault({ path: 'UpdateFormsData', kind: 'lost', times: 2 })
    const start = emr.startForm({ patientId: maria, ...medicalHistory })
    await expect(start).rejects.toMatchObject({ name: 'EmrTimeout', mayHaveHappened: true })
    expect(calls.map(({ outcome }) => outcome)).toEqual(['timeout'])
    const left = await records.sandbox.app.inject('/sandbox/faults')
    expect(left.json()).toMatchObject([{ times: 1 }])
  })
})
