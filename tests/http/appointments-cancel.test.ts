import { describe, expect } from 'vitest'
import { appointmentsAt, freeSlots, hold, holdIdOf, leadsTo, takeSlot } from '../support/booking.ts'
import { cancelDialogOf, cancelLabelOf, bookedAt, cancel, offeredActs, recordOf } from '../support/changes.ts'
import { portalTest } from '../support/portal-test.ts'
import { setSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' }).extend(
  'slots',
  { scope: 'file' },
  async ({ portal, maria }) => (await freeSlots(portal, maria)).slice(20),
)

describe('cancelling an appointment', () => {
  it('asks why, says what was cancelled on load, and frees its time at once [1 §2.52]', async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = await bookedAt(portal, maria, slot)
    expect(await offeredActs(maria)).toContain(`cancel-${id}`)
    const dialog = await cancelDialogOf(maria, id)
    expect(dialog?.title).toBe('Cancel this appointment?')
    expect(JSON.stringify(dialog)).toContain('Found another provider')
    const answer = await cancel(maria, id)
    expect(leadsTo(answer)).toBe(`/user/home/appointments?cancelled=${id}`)
    const { body } = await maria.get(`/ui/screens${leadsTo(answer)}`)
    expect(JSON.stringify(body.blocks)).toMatch(/Your appointment on .* has been cancelled\./)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: true, reason: 'Schedule conflict' })
    expect(holdIdOf(await hold(nora, slot))).toBeTruthy()
    expect(JSON.stringify((await maria.get('/ui/regions/appointments.cancelled?size=20')).body)).toContain(
      'Schedule conflict',
    )
  })

  it('twice, also at once, is harmless and keeps the first reason', bothEngines, async ({ portal, maria, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    const answers = await Promise.all([cancel(maria, id), cancel(maria, id), cancel(maria, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await cancel(maria, id, 'other')).status).toBe(200)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: true, reason: 'Schedule conflict' })
  })

  it('of somebody else, or at another practice, is as unknown as one that never was', async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    const ben = await portal.signIn('ben.carter')
    for (const [visitor, unknown] of [
      [nora, id],
      [ben, id],
      [maria, '99999999'],
    ] as const)
      expect(await cancel(visitor, unknown)).toMatchObject({ status: 404, body: { code: 'appointments.unknown' } })
    expect((await nora.get(`/ui/screens/user/home/appointments?cancelled=${id}`)).status).toBe(200)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: false })
    await cancel(maria, id)
    const { body } = await nora.get(`/ui/screens/user/home/appointments?cancelled=${id}`)
    expect(JSON.stringify(body.blocks)).not.toContain('has been cancelled')
  })

  it('needs one of the reasons', async ({ portal, maria, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    for (const reason of ['', 'because', "'; drop table appointments"])
      expect((await cancel(maria, id, reason)).status).toBe(422)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: false })
    await cancel(maria, id)
  })

  it('is refused with the phone of the office when it is too late', async ({ portal, maria, slots }) => {
    const slot = takeSlot(slots)
    const id = await bookedAt(portal, maria, slot)
    const ahead = Date.parse(slot.startsAt) - Date.now()
    await setSetting(portal, {
      name: 'Portal_Change_Notice_Hours',
      value: Math.min(720, Math.ceil(ahead / 3_600_000) + 1),
    })
    expect(await cancelLabelOf(maria, id)).toMatch(/^To cancel, call \(\d{3}\) \d{3}-\d{4}$/)
    expect(JSON.stringify(await cancelDialogOf(maria, id))).toMatch(/until \d+ hours before.*tel:\+1/)
    expect(await cancel(maria, id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/too late to cancel.*\(\d{3}\) \d{3}-\d{4}/) },
    })
    expect(await offeredActs(maria)).not.toContain(`move-${id}`)
    await setSetting(portal, { name: 'Portal_Change_Notice_Hours', value: 24 })
    expect(await cancelLabelOf(maria, id)).toBe('Cancel')
    expect(await appointmentsAt(portal, slot)).toBe(1)
    await cancel(maria, id)
  })

  it('is not offered where the practice does not want it', async ({ portal, maria, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    await setSetting(portal, { name: 'Portal_Cancel_Appointments', value: false })
    expect(await offeredActs(maria)).not.toContain(`cancel-${id}`)
    expect(await cancel(maria, id)).toMatchObject({ status: 403, body: { code: 'appointments.cancelOff' } })
    await setSetting(portal, { name: 'Portal_Cancel_Appointments', value: true })
    await cancel(maria, id)
  })

  it('whose answer was lost is looked up; one that cannot be sent changes nothing', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = await bookedAt(portal, maria, slot)
    await portal.fault({ kind: 'down' })
    expect((await cancel(maria, id)).status).toBe(503)
    await portal.heal()
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: false })
    await portal.fault({ kind: 'lost', path: 'CancelAppointment' })
    expect(leadsTo(await cancel(maria, id))).toContain(id)
    expect(await recordOf(portal, id)).toMatchObject({ isCancelled: true })
  })
})

describe('the calendar file of an appointment', () => {
  const file = (id: string) => `/user/home/appointments/calendar/${id}`

  it('says when and where in UTC, as an attachment, and neither with whom nor what for', async ({
    portal,
    maria,
    slots,
  }) => {
    const slot = takeSlot(slots)
    const id = await bookedAt(portal, maria, slot)
    const { status, headers, body } = await maria.get<string>(file(id))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="appointment.ics"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const start = slot.startsAt.replaceAll(/[-:]|\.\d+/g, '')
    expect(body).toContain(`DTSTART:${start}`)
    expect(body).not.toMatch(/Nakagawa|Alvarez|In-office|TeleDerm/)
    await cancel(maria, id)
    expect((await maria.get(file(id))).status).toBe(404)
  })

  it('is for nobody else, and not there while it is switched off', async ({ portal, maria, nora, slots }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    expect((await nora.get(file(id))).status).toBe(404)
    expect((await portal.visitor().get(file(id))).status).toBe(401)
    expect((await (await portal.signIn('front.desk')).get(file(id))).status).toBe(403)
    expect((await maria.get(file('x'))).status).toBe(404)
    await setSetting(portal, { name: 'Portal_Calendar_File', value: false })
    expect((await maria.get(file(id))).status).toBe(403)
    expect(await offeredActs(maria)).not.toContain(`calendar-${id}`)
    await setSetting(portal, { name: 'Portal_Calendar_File', value: true })
  })
})
