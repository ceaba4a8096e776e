import { expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { Screen } from '../../schemas/screen.ts'
import { addDays, dayName } from '../../server/protocol/time-words.ts'
import { dayAhead, freeSlots, hold, shownTimes } from '../support/booking.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })

const choices = 'type=inoffice&visit=1&provider=112'
const page = `/ui/screens/user/bookappointment/provider/slots?${choices}`

async function stripAt(visitor: Visitor, path: string): Promise<BlockOf<'days'>> {
  const { status, body } = await visitor.get<Screen>(path)
  const [strip] = body.blocks.filter((block): block is BlockOf<'days'> => block.kind === 'days')
  if (status !== 200 || !strip) throw new Error(`no strip: ${status}`)
  return strip
}

const startOf = async (visitor: Visitor) => (await stripAt(visitor, page)).days[0]!.day

it('the strip opens on the first day that has a time; other days lead to it, and Next skips weeks without one [1 §4.36]', async ({
  portal,
  nora,
}) => {
  const today = dayAhead(portal, 0)
  const back = addDays(today, 30)
  await portal.records.runScript(
    `insert into leave_days (practice, employee_n, first_day, last_day) values ('lakeside', 112, '${addDays(today, -1)}', '${addDays(back, -1)}')`,
  )
  const first = await startOf(nora)
  expect(first >= back).toBe(true)
  expect((await stripAt(nora, page)).first).toEqual({ text: `First available: ${dayName(first)}` })
  const early = await stripAt(nora, `${page}&from=${today}`)
  expect(early.days[0]?.day).toBe(today)
  expect(early.first).toMatchObject({ do: { to: expect.stringContaining(`from=${first}`) } })
  expect(early.narrow?.next).toMatchObject({ to: expect.stringContaining(`from=${first}`) })
  const week = addDays(today, 7 * Math.floor((Date.parse(first) - Date.parse(today)) / (7 * 86_400_000)))
  expect(early.wide?.next).toMatchObject({ to: expect.stringContaining(`from=${week}`) })
  expect(early.wide?.nextTarget).toContain(`${week.slice(5).replace('-', '/')} to `)
  await portal.records.runScript("delete from leave_days where practice = 'lakeside' and employee_n = 112")
})

it('the strip stays on the day of the time that a person holds, also when it was the last one free', async ({
  portal,
  maria,
  nora,
}) => {
  const first = await startOf(nora)
  const times = await shownTimes(nora, `by=provider&${choices}&from=${first}`)
  const onFirst = times.filter(({ input }) => input.startsAt.startsWith(first))
  const crowd = await portal.crowd(onFirst.length - 1)
  for (const [index, other] of crowd.entries()) await hold(other, onFirst[index]!.input)
  await hold(nora, onFirst.at(-1)!.input)
  expect(await startOf(nora)).toBe(first)
  expect((await startOf(maria)) > first).toBe(true)
})

it('the page shows without first day and moves by fixed steps while the record server cannot say', async ({
  portal,
  maria,
}) => {
  await freeSlots(portal, maria) // so that the reference data are known
  await portal.fault({ kind: 'down', path: 'GetSlotsForProvider' })
  const today = dayAhead(portal, 0)
  const strip = await stripAt(maria, `${page}&from=${today}`)
  expect(strip).not.toHaveProperty('first')
  expect(strip.wide?.next).toMatchObject({ to: expect.stringContaining(`from=${addDays(today, 7)}`) })
  expect((await maria.get(`/ui/regions/booking.times?by=provider&${choices}`)).status).toBe(503)
})
