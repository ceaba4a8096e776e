import { expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { portalTest } from '../support/portal-test.ts'

const it = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
const index = '/ui/screens/user/bookappointment/index'

it('the place of the last appointment is offered first, to those who had one', async ({ maria, nora }) => {
  const wordsOf = async (visitor: typeof maria, query: string) =>
    JSON.stringify((await visitor.get<Screen>(index + query)).body.blocks)
  expect(await wordsOf(maria, '')).toContain('"title":"Book again at Lakeside Midtown"')
  for (const query of ['?type=inoffice', '?type=inoffice&by=location'])
    expect(await wordsOf(maria, query)).toMatch(/"lines":\["Last time: \w+day \d\d\/\d\d\/\d{4}"\]/)
  for (const query of ['', '?type=inoffice', '?type=inoffice&by=location'])
    expect(await wordsOf(nora, query)).not.toMatch(/Last time|Book again/)
})

it('booking starts also while the record server cannot say where the last appointment was', async ({
  portal,
  maria,
}) => {
  await maria.get(index)
  await portal.fault({ kind: 'down', path: 'GetPastAppointments' })
  const { status, body } = await maria.get<Screen>(index)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('Book again')])
})
