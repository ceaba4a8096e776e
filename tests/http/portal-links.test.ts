import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { firstRow } from '../../server/db/rows.ts'
import { book, dayAhead, freeSlots, hold, holdIdOf, shownTimes, takeSlot } from '../support/booking.ts'
import { bookedAt } from '../support/changes.ts'
import { documentsOf, tokenFor, visitIn, wordsOf } from '../support/linked-screens.ts'
import { pdf, png } from '../support/files.ts'
import { filePart } from '../support/multipart.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
  .extend('slots', { scope: 'file' }, ({ portal, maria }) => freeSlots(portal, maria))
  .extend('videoSlots', { scope: 'file' }, async ({ portal, maria }) => {
    const query = `by=provider&type=telederm&visit=2&provider=103&from=${dayAhead(portal, 8)}`
    return (await shownTimes(maria, query)).filter(({ state }) => state === 'free').map(({ input }) => input)
  })
  .extend('visit', ({ portal }) => visitIn(portal, 48))

interface ReceivedLinks {
  portal_url: string
  prepare_url: string
  upload_url: string
  visit_url: string
}

/** What the record server has heard of the links of an appointment. */
function receivedLinksOf({ records }: RunningPortal, id: string): Promise<ReceivedLinks | undefined> {
  return firstRow(records.db, sql`select * from portal_links where appointment_n = ${Number(id)}`)
}

/** The newest text messages to Maria's phone. */
async function textsTo(portal: RunningPortal): Promise<string[]> {
  const row = await firstRow<{ cell_phone: string }>(
    portal.records.db,
    sql`select cell_phone from patients where practice = 'lakeside' and patient_n = ${mariaN}`,
  )
  return (await portal.outbox(row?.cell_phone ?? '')).map(({ text }) => text)
}

const open = (visitor: Visitor, address: string) => visitor.get(`/ui/screens${new URL(address, 'http://x').pathname}`)

/** Ends the links of an appointment with the button of the sandbox's staff page. */
async function endLinks({ sandboxPort }: RunningPortal, id: string): Promise<void> {
  const staff = `http://127.0.0.1:${sandboxPort}/staff`
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(staff)).text())?.[1] ?? ''
  const body = new URLSearchParams({ token, practice: 'lakeside', appointment: id })
  const answer = await fetch(`${staff}/links/end`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
}

describe('the record server hears of a booked appointment', () => {
  test("the portal's links, and texts them to the patient, for whom alone they open", async ({
    portal,
    maria,
    nora,
    slots,
  }) => {
    const id = await bookedAt(portal, maria, takeSlot(slots))
    await expect.poll(async () => (await receivedLinksOf(portal, id))?.prepare_url).toBeTruthy()
    const links = await receivedLinksOf(portal, id)
    expect(links?.portal_url).toBe(`http://lakeside.localhost:${portal.port}`)
    expect(links?.visit_url).toBe('')
    // The record server texts them after it has stored them.
    const text = async () => (await textsTo(portal)).find((each) => each.includes(links?.prepare_url ?? 'nothing'))
    await expect.poll(text).toContain(links?.upload_url)
    for (const address of [links?.prepare_url ?? '', links?.upload_url ?? '']) {
      expect(address).toMatch(/^http:\/\/lakeside\.localhost:\d+\/user\//)
      expect((await open(maria, address)).status).toBe(200)
      expect((await open(nora, address)).body.code).toBe('link.unknown')
      expect((await open(portal.visitor(), address)).status).toBe(401)
    }
  })

  test('also where the patient joins a video visit; and the new links when it is moved', async ({
    portal,
    maria,
    videoSlots,
  }) => {
    const id = await bookedAt(portal, maria, takeSlot(videoSlots))
    await expect.poll(async () => (await receivedLinksOf(portal, id))?.visit_url).toBeTruthy()
    const before = await receivedLinksOf(portal, id)
    const page = await open(maria, before?.visit_url ?? '')
    expect([page.status, wordsOf(page.body)]).toEqual([200, expect.stringContaining('5 minutes before')])
    const held = await hold(maria, { ...takeSlot(videoSlots), reschedule: id })
    expect((await book(maria, holdIdOf(held))).status).toBe(200)
    await expect.poll(async () => (await receivedLinksOf(portal, id))?.visit_url !== before?.visit_url).toBe(true)
  })
})

describe('links that the record server has ended', () => {
  test('end in the portal with the phone to call, also while the page is open [1 §7.25]', async ({
    portal,
    maria,
    visit,
  }) => {
    const link = await tokenFor(portal, { purpose: 'arrival', appointmentId: visit })
    const address = `/user/bookappointment/features/${link}/lakeside/1`
    expect((await open(maria, address)).status).toBe(200)
    await endLinks(portal, visit)
    const confirmed = await maria.act('arrival.confirmVisit', { link })
    const page = await open(maria, address)
    for (const { status, body } of [confirmed, page]) {
      expect([status, body.code]).toEqual([404, 'arrival.linkEnded'])
      expect(body.detail).toMatch(/^This link has ended\. For further assistance please call \(\d{3}\) \d{3}-\d{4}\.$/)
    }
    const { body } = await open(maria, `/user/bookappointment/features/${visit}/lakeside/1`)
    expect((await open(maria, body.redirect ?? '')).body.code).toBe('arrival.linkEnded')
  })

  test('take no document and no photo any more', async ({ portal, maria, visit }) => {
    const upload = await tokenFor(portal, { purpose: 'upload', appointmentId: visit })
    const camera = await tokenFor(portal, { purpose: 'camera', appointmentId: visit })
    const document = [{ name: 'link', content: upload }, { name: 'category', content: 'Lab results' }, filePart(pdf)]
    const photo = [{ name: 'link', content: camera }, filePart(await png(), 'photo.png', 'image/png')]
    await endLinks(portal, visit)
    const answers = [
      await open(maria, `/user/fileupload/${upload}`),
      await maria.upload('uploads.add', document),
      await portal.visitor().upload('uploads.photo', photo),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'uploads.linkEnded'],
      [404, 'uploads.linkEnded'],
      [404, 'link.ended'],
    ])
    expect(await documentsOf(portal, visit)).toEqual([])
  })

  test('after a visit still take what belongs to it', async ({ portal, maria }) => {
    const past = await visitIn(portal, -2)
    const upload = await tokenFor(portal, { purpose: 'upload', appointmentId: past })
    expect((await open(maria, `/user/fileupload/${upload}`)).status).toBe(200)
  })
})

test("an appointment that is over names the record server's phone for it, else that of the location [1 §7.25]", async ({
  portal,
  maria,
}) => {
  const past = await visitIn(portal, -3)
  const link = await tokenFor(portal, { purpose: 'arrival', appointmentId: past })
  const words = async () => wordsOf((await open(maria, `/user/bookappointment/features/${link}/lakeside/1`)).body)
  await portal.records.db.execute(sql`update facilities set appointment_phone = '6175550777'
    where practice = 'lakeside' and facility_n = (select facility_n from appointments where appointment_n = ${Number(past)})`)
  expect(await words()).toContain('(617) 555-0777')
  await portal.fault({ kind: 'down', path: 'fetchSchedulingPhone' })
  const location = await words()
  expect(location).not.toContain('(617) 555-0777')
  expect(location).toMatch(/please call .*\(\d{3}\) \d{3}-\d{4}/)
})
