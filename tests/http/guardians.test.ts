import { desc, eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { auditLog } from '../../server/db/schema.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { runDueJobs } from '../support/jobs.ts'
import { guardianId, mailTo, newGuardian, practices, rowsOf, sorted } from '../support/guardians.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const screenPath = '/ui/screens/user/register/guardian'
const dashboard = '/ui/screens/user/home/dashboard'

/** `somebody` returns a patient of Lakeside whom no other test uses. */
const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' }).extend(
  'somebody',
  { scope: 'file' },
  async ({ portal }) => {
    const crowd = await portal.crowd(12)
    return (): Visitor => {
      const one = crowd.pop()
      if (!one) throw new Error('nobody is left')
      return one
    }
  },
)

async function refusal(visitor: Visitor, request: object): Promise<unknown[]> {
  const { status, body } = await visitor.act('account.addGuardian', request)
  const [error] = body.errors
  return [status, error?.pointer, error?.message]
}

async function added(visitor: Visitor, differently: object = {}) {
  const request = newGuardian(differently)
  expect((await visitor.act('account.addGuardian', request)).status).toBe(200)
  return request
}

const enter = (visitor: Visitor, request: { Auth_Login: string; Password: string }) =>
  visitor.enter({ login: request.Auth_Login, password: request.Password, guardian: true })

describe('an authorised person', () => {
  test.for(practices)(
    'of $practice gets an account, a mail without a password, and in [2 §1.18 §2.137 §3.40 §3.41 §4.60 §7.36 §7.42 §8.29 §8.34]',
    async (each, { portal }) => {
      const patient = await portal.signIn(each.login)
      const request = newGuardian()
      const { status, body } = await patient.act('account.addGuardian', request)
      expect(status).toBe(200)
      expect(body.effects).toEqual([
        { type: 'navigate', to: '/user/home/dashboard' },
        { type: 'notify', tone: 'success', text: 'Account created successfully!' },
      ])
      expect(await rowsOf(patient, 'guardian-table')).toContainEqual(
        expect.objectContaining({
          name: `${request.Auth_FirstName} ${request.Auth_LastName}`,
          login: request.Auth_Login,
          relation: 'Other',
          until: 'No end',
        }),
      )
      const mail = await mailTo(portal, request.Auth_Login)
      expect(mail.text).toContain(`${each.patient.firstName} ${each.patient.lastName} has authorized you`)
      expect(mail.text).toContain(each.name)
      expect(mail.text).toMatch(new RegExp(`http://${each.practice}\\.localhost(:\\d+)?/user/login\\s`))
      expect(mail.text).not.toContain(request.Password)
      const guardian = await enter(portal.visitor(`${each.practice}.localhost`), request)
      const { body: page } = await guardian.get(dashboard)
      expect(JSON.stringify(page.blocks)).toContain(`guardian of ${each.patient.firstName} ${each.patient.lastName}`)
      const other = each.practice === 'lakeside' ? 'northgate' : 'lakeside'
      await expect(enter(portal.visitor(`${other}.localhost`), request)).rejects.toThrow('Invalid credentials')
    },
  )

  test('is noted in the audit log by number, and as a mail with a masked address', async ({ portal, maria }) => {
    const request = await added(maria)
    const [row] = await portal.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.event, 'action:account.addGuardian'))
      .orderBy(desc(auditLog.id))
      .limit(1)
    expect(row).toMatchObject({
      outcome: 'ok',
      actor: 'maria.alvarez',
      subject: String(await guardianId(maria, request.Auth_Login)),
      transmitTo: 'g********@example.com',
      transmitStatus: 'on its way',
    })
  })

  test('is refused with the words of the specification, beside the field [2 §4.61 §5.38 §5.39 §8.30 §8.33]', async ({
    portal,
    somebody,
  }) => {
    const patient = somebody()
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const wrong: [object, string, string][] = [
      [{ Auth_Login: 'grace' }, '/Auth_Login', 'Please enter a valid email id'],
      [{ Auth_Login: 'grace@example' }, '/Auth_Login', 'Please enter a valid email id'],
      [{ Auth_Login: 'a@example.com,b@example.com' }, '/Auth_Login', 'Please enter a valid email id'],
      [{ Auth_Login: 'a@example.com\r\nBcc: b@example.com' }, '/Auth_Login', 'Please enter a valid email id'],
      [{ Auth_FirstName: '   ' }, '/Auth_FirstName', 'Please enter a name.'],
      [{ Auth_FirstName: 'Grace\r\nBcc: b@example.com' }, '/Auth_FirstName', 'Please enter a name.'],
      [{ Auth_LastName: undefined }, '/Auth_LastName', 'Please enter a name.'],
      [{ relation: 'Neighbour' }, '/relation', 'Please choose a relation.'],
      [{ Auth_DOB: tomorrow }, '/Auth_DOB', 'Date of birth should not be in the future'],
      [{ Auth_DOB: '2001-02-30' }, '/Auth_DOB', 'Please enter the date of birth.'],
      [{ Password: 'short', Password2: 'short' }, '/Password', "Password doesn't match the criteria"],
      [{ Password2: 'Gentle-River-59' }, '/Password2', "Entered passwords doesn't match"],
      [{ Password: undefined }, '/Password', 'Please enter a password.'],
      [{ Password2: undefined }, '/Password2', 'Please enter the password again.'],
      [
        { Password: 'Password1!', Password2: 'Password1!' },
        '/Password',
        'Many people use this password. Please choose another one.',
      ],
    ]
    for (const [differently, pointer, message] of wrong)
      expect(await refusal(patient, newGuardian(differently))).toEqual([422, pointer, message])
    expect(await rowsOf(patient, 'guardian-table')).toEqual([])
    expect(await portal.outbox('b@example.com')).toEqual([])
  })

  test('may be born today in the zone of the practice, and not tomorrow', async ({ portal, somebody }) => {
    const patient = somebody()
    const night = Date.parse('2031-03-01T03:30:00Z') // still the last day of February in New York
    portal.clock.aheadMs = night - Date.now()
    const again = await patient.act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' })
    expect(again.status).toBe(200)
    const born = (day: string) => refusal(patient, newGuardian({ Auth_DOB: day, Password2: 'other' }))
    expect((await born('2031-03-01'))[1]).toBe('/Auth_DOB')
    expect((await born('2031-02-28'))[1]).toBe('/Password2')
  })

  test('with names full of signs is shown as plain words', async ({ portal, somebody }) => {
    const patient = somebody()
    const request = await added(patient, {
      Auth_FirstName: '<script>alert(1)</script>',
      Auth_LastName: "O'Neil & <b>Sons</b>",
    })
    const [row] = await rowsOf(patient, 'guardian-table')
    expect(row?.name).toBe("<script>alert(1)</script> O'Neil & <b>Sons</b>")
    const mail = await mailTo(portal, request.Auth_Login)
    expect(mail.text + mail.subject).not.toContain('script')
  })
})

describe('a person who has an account in the practice already', () => {
  test('is authorised too and keeps the own password', async ({ portal, maria, nora }) => {
    const request = await added(maria)
    const again = {
      ...request,
      Auth_Login: request.Auth_Login.toUpperCase(),
      Auth_FirstName: ' grace ',
      Password: 'Other-Meadow-61',
    }
    const { status, body } = await nora.act('account.addGuardian', { ...again, Password2: again.Password })
    expect(status).toBe(200)
    expect(body.effects.map(({ type }) => type)).toEqual(['refresh', 'open'])
    expect(JSON.stringify(body.effects)).toContain('keeps their own password')
    const visitor = portal.visitor()
    const input = { Username: request.Auth_Login, IsGuardian: true }
    expect((await visitor.act('account.signIn', { ...input, Password: again.Password })).status).toBe(422)
    const { body: chooser } = await visitor.act('account.signIn', { ...input, Password: request.Password })
    expect(JSON.stringify(chooser.effects)).toMatch(/Maria Alvarez.*Nora Quinn/)
    const patients = /"patient":"(\d+)"/.exec(JSON.stringify(chooser.effects))?.[1] ?? ''
    await visitor.act('account.choose', { patient: patients })
    const { body: shell } = await visitor.get('/ui/shell')
    const entries = shell.account?.entries.map(({ label }) => label) ?? []
    expect(entries).toEqual(expect.arrayContaining(['Profile', 'Settings', 'Switch patient', 'Logout']))
    expect(entries).not.toContain('Account Access')
    expect(entries).not.toContain('ActivityLog')
    expect((await visitor.act('account.switch', {})).body.effects).toMatchObject([{ type: 'open' }])
  })

  test('is not taken for somebody of another name or birth date', async ({ maria, nora }) => {
    const request = await added(maria)
    const taken = [422, '/Auth_Login', 'Username already exists. Please choose another one.']
    expect(await refusal(nora, { ...request, Auth_LastName: 'Other' })).toEqual(taken)
    expect(await refusal(nora, { ...request, Auth_DOB: '1980-05-18' })).toEqual(taken)
    expect((await rowsOf(nora, 'guardian-table')).some(({ login }) => login === request.Auth_Login)).toBe(false)
  })

  test('is not authorised twice, also by two requests at once', bothEngines, async ({ portal, somebody }) => {
    const patient = somebody()
    const request = newGuardian()
    const answers = await Promise.all([1, 2, 3].map(() => patient.act('account.addGuardian', request)))
    expect(sorted(answers)).toEqual([200, 422, 422])
    expect(await refusal(patient, request)).toEqual([422, '/Auth_Login', 'This person can already use your account.'])
    expect(await rowsOf(patient, 'guardian-table')).toHaveLength(1)
    await mailTo(portal, request.Auth_Login) // one
  })
})

describe('a deleted person', () => {
  async function openPage(
    { url }: Pick<RunningPortal, 'url'>,
    cookie: string,
  ): Promise<{ socket: Socket; ended: Promise<unknown> }> {
    const socket = io(url, {
      path: '/ui/live',
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { host: 'lakeside.localhost', cookie },
    })
    onTestFinished(() => void socket.disconnect())
    const ended = new Promise((resolve) => socket.on('ended', resolve))
    await new Promise<void>((resolve) => socket.on('connect', () => resolve()))
    return { socket, ended }
  }

  test('is signed out everywhere at once, with open pages, and cannot come back [2 §2.135 §4.60 §7.43 §8.31 §8.32]', async ({
    portal,
    somebody,
  }) => {
    const patient = somebody()
    const request = await added(patient)
    const device = portal.visitor()
    const answer = await device.act('account.signIn', {
      Username: request.Auth_Login,
      Password: request.Password,
      IsGuardian: true,
    })
    const cookie = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((each) => each.split(';', 1).join(''))
      .join('; ')
    const other = await enter(portal.visitor(), request)
    const page = await openPage(portal, cookie)
    expect([(await device.get(dashboard)).status, (await other.get(dashboard)).status]).toEqual([200, 200])
    const guardian = await guardianId(patient, request.Auth_Login)
    const { status, body } = await patient.act('account.removeGuardian', { guardian })
    expect(status).toBe(200)
    expect(body.effects).toEqual([
      { type: 'refresh', what: 'region', id: 'guardians' },
      { type: 'notify', tone: 'success', text: 'Account Deleted Successfully' },
    ])
    await page.ended
    await expect.poll(() => page.socket.connected).toBe(false)
    expect([(await device.get(dashboard)).status, (await other.get(dashboard)).status]).toEqual([401, 401])
    expect((await other.act('booking.release', {})).status).not.toBe(200)
    await expect(enter(portal.visitor(), request)).rejects.toThrow(
      'Invalid credentials. Please enter a valid username and password.',
    )
    expect(await rowsOf(patient, 'guardian-table')).toEqual([])
    const twice = await patient.act('account.removeGuardian', { guardian })
    expect([twice.status, twice.body.detail]).toEqual([404, 'This person can no longer use your account.'])
  })

  test('goes on for somebody else who authorised them', async ({ portal, somebody }) => {
    const [one, two] = [somebody(), somebody()]
    const request = await added(one)
    expect((await two.act('account.addGuardian', request)).status).toBe(200)
    const chooser = await portal.visitor().act('account.signIn', {
      Username: request.Auth_Login,
      Password: request.Password,
      IsGuardian: true,
    })
    const patients = [...JSON.stringify(chooser.body.effects).matchAll(/"patient":"(\d+)"/g)].map(([, id]) => id ?? '')
    expect(patients).toHaveLength(2)
    const actingFor = (patient: string) =>
      portal.visitor().enter({ login: request.Auth_Login, password: request.Password, guardian: true, patient })
    const acting = await Promise.all(patients.map(actingFor))
    await one.act('account.removeGuardian', { guardian: await guardianId(one, request.Auth_Login) })
    const answers = await Promise.all(acting.map((visitor) => visitor.get(dashboard)))
    expect(sorted(answers)).toEqual([200, 401])
  })

  test("is never another patient's, nor the patient [2 §3.42]", async ({ portal, maria, nora }) => {
    const request = await added(maria)
    const guardian = await guardianId(maria, request.Auth_Login)
    const ben = await portal.signIn('ben.carter')
    for (const visitor of [nora, ben]) {
      expect((await visitor.act('account.removeGuardian', { guardian })).status).toBe(404)
    }
    const { rows } = await portal.database.db.execute<{ id: number }>(
      `select id from accounts where login = 'maria.alvarez'`,
    )
    const self = await maria.act('account.removeGuardian', { guardian: Number(rows[0]?.id) })
    expect(self.status).toBe(404)
    for (const value of [0, -1, 1.5, 1e300, '1', null])
      expect((await maria.act('account.removeGuardian', { guardian: value })).status).toBe(422)
    expect(await guardianId(maria, request.Auth_Login)).toBe(guardian)
  })
})

describe('account authorization', () => {
  test('is for patients alone [1 §6.4] [2 §2.138 §6.6 §6.7]', async ({ portal }) => {
    const gabriel = await portal.signIn('g.alvarez@example.com')
    const admin = await portal.signIn('front.desk')
    const visitor = portal.visitor()
    for (const [who, expected] of [
      [gabriel, 403],
      [admin, 403],
      [visitor, 401],
    ] as const) {
      expect((await who.get(screenPath)).status).toBe(expected)
      expect((await who.get('/ui/regions/account.guardians')).status).toBe(expected)
      expect((await who.act('account.addGuardian', newGuardian())).status).toBe(expected)
      expect((await who.act('account.removeGuardian', { guardian: 1 })).status).toBe(expected)
    }
  })

  test('lists nobody whom another patient authorised [2 §7.36]', async ({ maria, somebody }) => {
    await added(maria)
    expect(await rowsOf(somebody(), 'guardian-table')).toEqual([])
  })

  test('stands in the account menu of patients, with the activity log [2 §2.27]', async ({ maria }) => {
    const { body } = await maria.get('/ui/shell')
    const entries = body.account?.entries.map(({ label }) => label)
    expect(entries).toEqual(expect.arrayContaining(['Account Access', 'ActivityLog']))
    expect(entries).not.toContain('Switch patient')
  })

  test('offers the invitation first, and a password only where the practice allows it [2 §2.136]', async ({
    portal,
    maria,
  }) => {
    const drawn = async (query = '') => {
      const { body } = await maria.get(`${screenPath}${query}`)
      const inCards = body.blocks.flatMap((block) => (block.kind === 'section' ? block.blocks : []))
      const form = inCards.find(({ kind }) => kind === 'form') as BlockOf<'form'> // of kind `form`
      return {
        own: form.fields.map(({ name }) => name).slice(5),
        other: inCards.find(({ id }) => id === 'other-way'),
      }
    }
    expect(await drawn()).toMatchObject({
      own: ['scope', 'until'],
      other: { text: 'Choose the password yourself', do: { to: '/user/register/guardian?way=password' } },
    })
    expect(await drawn('?way=password')).toMatchObject({
      own: ['Password', 'Password2'],
      other: { text: 'Send an invitation instead', do: { to: '/user/register/guardian' } },
    })
    await setSetting(portal, { name: 'Guardian_Invitations', value: true })
    for (const query of ['', '?way=password'])
      expect(await drawn(query)).toEqual({ own: ['scope', 'until'], other: undefined })
    expect(await refusal(maria, newGuardian())).toEqual([
      409,
      '',
      'Your practice has changed how people are authorized. Please reload this page.',
    ])
    await setSetting(portal, { name: 'Guardian_Invitations', value: false })
  })

  test('keeps account and mail together while the mail server is down', bothEngines, async ({ portal, somebody }) => {
    await portal.fault({ kind: 'down', path: 'smtp' })
    const request = await added(somebody())
    await portal.heal()
    await runDueJobs(portal, deliverMessage)
    await mailTo(portal, request.Auth_Login)
  })

  test('does not send mails without end', async ({ somebody }) => {
    const patient = somebody()
    const statuses = []
    for (let index = 0; index < 21; index++)
      statuses.push((await patient.act('account.addGuardian', newGuardian({ Password2: 'other' }))).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([422, 429])
  })
})
