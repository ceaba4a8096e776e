import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { rowsOf } from '../../server/db/rows.ts'
import { portalTest } from '../support/portal-test.ts'
import {
  book,
  dayAhead,
  dialogOf,
  effectsOf,
  freeSlots,
  hold,
  holdIdOf,
  leadsTo,
  nakagawa,
  shownTimes,
  takeSlot,
} from '../support/booking.ts'
import { wordsOf } from '../support/linked-screens.ts'

const test = portalTest({ maria: 'maria.alvarez' }).extend('slots', { scope: 'file' }, ({ portal, maria }) =>
  freeSlots(portal, maria),
)

describe('the question before a booking', () => {
  test('names date, time, provider and location, and can be answered or closed [1 §4.30 §4.32]', async ({
    maria,
    slots,
  }) => {
    const dialog = dialogOf(await hold(maria, takeSlot(slots)))
    const facts = dialog?.blocks.find((block): block is BlockOf<'facts'> => block.kind === 'facts')
    expect(facts?.facts.map(({ name, value }) => [name, value])).toEqual([
      ['Date', expect.stringMatching(/^\w+day \d\d\/\d\d\/\d{4}$/)],
      ['Time', expect.stringMatching(/^\d{1,2}:\d\d [AP]M Eastern Time$/)],
      ['Provider', 'Peter Nakagawa'],
      ['Location', expect.stringMatching(/^Lakeside /)],
      ['Type', 'In-office Appointment'],
    ])
    const release = { type: 'call', action: 'booking.release' }
    expect(dialog?.onClose).toMatchObject(release)
    expect(dialog?.actions).toMatchObject([{ text: 'Book Appointment' }, { text: 'Cancel', do: release }])
  })
})

describe('an appointment that was booked', () => {
  test.for([
    ['inoffice', `by=provider&${nakagawa.query}`, 'In-office Appointment'],
    ['telederm', 'by=provider&type=telederm&visit=2&provider=any', 'Video visit'],
  ] as const)('as %s is called as the practice calls it [1 §3.21]', async ([, address, name], { portal, maria }) => {
    const times = await shownTimes(maria, `${address}&from=${dayAhead(portal, 4)}`)
    const free = times.find(({ state }) => state === 'free') ?? expect.fail('no time is free')
    const booked = await book(maria, holdIdOf(await hold(maria, free.input)))
    const { body } = await maria.get(`/ui/screens${leadsTo(booked)}`)
    expect(wordsOf(body)).toContain(`"name":"Type","value":"${name}"`)
    // How to get there, of the facility; a video visit has no street address.
    expect(wordsOf(body).includes('"name":"Getting there"')).toBe(free.input.mode === 'inoffice')
    const query = sql`select type_name as name from appointments
      where employee_n = ${Number(free.input.providerId)} and starts_at = ${free.input.startsAt}::timestamptz`
    expect(await rowsOf(portal.records.db, query)).toEqual([{ name }])
  })
})

describe('a page of times', () => {
  test.for([
    ['facility', 'type=inoffice&visit=1&facility=11'],
    ['provider', nakagawa.query],
    [
      'date',
      `type=inoffice&visit=1&facility=11&date=${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}`,
    ],
  ] as const)(
    'by %s has Go Back, another date, the strip, and its times a second after the strip rests [1 §2.13 §2.59 §2.61 §2.62 §2.64 §4.40 §9.14]',
    async ([page, query], { maria }) => {
      const { body } = await maria.get(`/ui/screens/user/bookappointment/${page}/slots?${query}`)
      expect(body.back).toMatchObject({ label: 'Go Back', do: { type: 'call', action: 'booking.goBack' } })
      const gone = await maria.act('booking.goBack', body.back?.do?.type === 'call' ? (body.back.do.input ?? {}) : {})
      expect(effectsOf(gone)).toEqual([{ type: 'navigate', to: body.back?.to, replace: true }])
      const [strip] = body.blocks.filter((block): block is BlockOf<'days'> => block.kind === 'days')
      expect(strip).toMatchObject({
        previousLabel: 'Previous',
        nextLabel: 'Next',
        picker: { label: 'Pick different date' },
      })
      expect(strip?.days).toHaveLength(7)
      const [times] = body.blocks.filter((block): block is BlockOf<'region'> => block.kind === 'region')
      expect(times).toMatchObject({ src: expect.stringMatching(/^booking\.times\?/), delayMs: 1000 })
    },
  )
})

describe('the appointments', () => {
  test('have a heading and the tabs Upcoming, Past and Cancelled [1 §2.11 §2.51] [2 §2.21]', async ({ maria }) => {
    const { body } = await maria.get('/ui/screens/user/home/appointments')
    expect(body.blocks[0]).toMatchObject({ kind: 'text', role: 'title', text: 'Appointments' })
    const tabs = body.blocks.find((block): block is BlockOf<'tabs'> => block.kind === 'tabs')
    expect(tabs?.tabs.map(({ label }) => label)).toEqual(['Upcoming', 'Past', 'Cancelled'])
    const table = (await maria.get('/ui/regions/appointments.upcoming')).body.blocks[0]
    expect(wordsOf(table)).toMatch(/"label":"Date".*"label":"Provider".*"label":"Location".*"label":"Type"/)
  })
})
