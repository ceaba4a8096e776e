import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../../tests/support/test-sandbox.ts'
import { people } from '../../seed/people.ts'

let sandbox: TestSandbox
let appointment: number
beforeAll(async () => {
  sandbox = await openTestSandbox()
  const list = `Provider/GetUpcomingAppointments?patient_n=${people.mariaAlvarez.patientN}&page=1&pageSize=1`
  appointment = (await sandbox.app.inject(`/lakeside/api/${list}`)).json().Items[0].APPOINTMENT_N
})
afterAll(() => sandbox.close())

const remind = (number: number, payload?: object) =>
  sandbox.app.inject({
    method: 'POST',
    url: `/lakeside/api/Reminder/ImmediateReminderNotification?appointment_n=${number}&isPEAppt=true&employee_n=0`,
    payload,
  })
const staffPage = async () => (await sandbox.app.inject('/staff')).body
const isExpired = async (number = appointment) =>
  (await sandbox.app.inject(`/lakeside/api/parkinglot/linkexpiry?id=${number}`)).json()
const send = (fields: Record<string, string>) =>
  sandbox.app.inject({
    method: 'POST',
    url: '/staff/links/end',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('a reminder', () => {
  test('is noted without links too, as portal 0.3 asked for it', async () => {
    expect([(await remind(appointment)).json(), (await remind(appointment, {})).json()]).toEqual([true, true])
    expect(await staffPage()).toContain('The portal has told no links.')
  })

  test('with links is shown on the staff page and sent once as a text', async () => {
    const links = { PORTAL_URL: 'https://portal.example.org', PREPARE_URL: "https://portal.example.org/a?'&x" }
    expect((await remind(appointment, links)).json()).toBe(true)
    expect((await remind(appointment, links)).json()).toBe(true)
    expect(await staffPage()).toContain('href="https://portal.example.org/a?&#39;&amp;x"')
    const { rows } = await sandbox.database.db.execute<{ body: string }>(
      "select body from outbox_messages where channel = 'sms'",
    )
    expect(rows.map(({ body }) => body)).toEqual([
      expect.stringContaining(`Prepare for your visit: ${links.PREPARE_URL}`),
    ])
  })

  test('of no appointment, or with what is no address, is refused', async () => {
    const calls = [
      remind(1),
      remind(appointment, { PORTAL_URL: 'javascript:alert(1)' }),
      remind(appointment, { PORTAL_URL: 'https://portal.example.org', PREPARE_URL: 'x" onclick="y' }),
    ]
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 400, 400])
  })
})

test('the office ends the links of an appointment, with the token of its page only', async () => {
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await staffPage()) ?? []
  const fields = { token, practice: 'lakeside', appointment: String(appointment) }
  expect((await send({ ...fields, token: 'x' })).statusCode).toBe(403)
  expect((await send({ ...fields, appointment: '1' })).statusCode).toBe(404)
  expect(await isExpired()).toBe(false)
  expect((await send(fields)).statusCode).toBe(303)
  expect(await isExpired()).toBe(true)
  expect(await staffPage()).toContain('<span>ended</span>')
  expect((await sandbox.app.inject('/lakeside/api/parkinglot/linkexpiry?id=1')).statusCode).toBe(404)
})
