import { describe, expect } from 'vitest'
import type { Action } from '../../schemas/action.ts'
import type { BlockOf } from '../../schemas/blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { setSetting, withSetting } from '../support/switches.ts'
import { tilesIn, wordsOf } from '../support/linked-screens.ts'

const options = 'enable_portal_dashboard_options'

const test = portalTest({ maria: 'maria.alvarez', gabriel: 'g.alvarez@example.com', admin: 'front.desk' })
test.afterEach(({ portal }) => setSetting(portal, { name: options, value: [1, 2, 3, 4, 5, 6, 7] }))

const shellOf = async (visitor: Visitor) => (await visitor.get('/ui/shell')).body
const leadsTo = ({ do: action }: { do?: Action }) => (action?.type === 'navigate' ? action.to : action?.type)
const entriesOf = (entries: readonly { label: string; do: Action }[] = []) =>
  Object.fromEntries(entries.map((entry) => [entry.label, leadsTo(entry)]))

describe('the header', () => {
  test('leads from the logo to the dashboard of the signed-in person, and otherwise to the start page [1 §2.32 §2.33 §2.34]', async ({
    portal,
    maria,
    gabriel,
    admin,
  }) => {
    const brands = await Promise.all([admin, maria, gabriel, portal.visitor()].map(shellOf))
    expect(brands.map(({ brand }) => brand.to)).toEqual([
      '/admin/home/dashboard',
      '/user/home/dashboard',
      '/user/home/dashboard',
      '/',
    ])
  })

  test('says whether the logo is centred, and the name of the practice [1 §1.1 §2.36 §6.12 §6.14] [2 §1.27]', async ({
    portal,
    maria,
  }) => {
    expect((await shellOf(maria)).brand).toMatchObject({ name: 'Lakeside Dermatology', centred: false })
    expect((await shellOf(portal.visitor('northgate.localhost'))).brand.centred).toBe(true)
    await setSetting(portal, { name: 'EnableCenterLogo', value: true })
    await setSetting(portal, { name: 'LicenseeName', value: 'Lakeside Skin' })
    expect((await shellOf(maria)).brand).toMatchObject({ name: 'Lakeside Skin', centred: true })
    const { body } = await portal.visitor().get('/ui/screens/')
    expect(body.title).toBe('Welcome to Lakeside Skin')
    await setSetting(portal, { name: 'EnableCenterLogo', value: false })
    await setSetting(portal, { name: 'LicenseeName', value: 'Lakeside Dermatology' })
  })

  test('has what the staff works with', async ({ portal }) => {
    const { navigation } = await shellOf(await portal.signIn('front.desk'))
    expect(navigation.entries.map(({ label }) => label)).toEqual([
      'Dashboard',
      'Find Patients',
      'To do',
      'Settings',
      'Open payments',
    ])
    expect(entriesOf(navigation.entries)).toEqual({
      Dashboard: '/admin/home/dashboard',
      'Find Patients': '/admin/find_patient',
      'To do': '/admin/tasks',
      Settings: '/admin/settings',
      'Open payments': '/admin/payments',
    })
  })

  test('has what the practice offers from 600 px on, and the same in a menu below [1 §2.37 §2.38 §6.9 §9.7] [2 §6.20 §9.32]', async ({
    portal,
    maria,
  }) => {
    const { navigation } = await shellOf(maria)
    expect(navigation.from).toBe(600)
    expect(navigation.narrowEntries).toEqual(navigation.entries)
    expect(entriesOf(navigation.entries)).toMatchObject({
      Dashboard: '/user/home/dashboard',
      Appointments: '/user/home/appointments',
    })
    const order = [
      'Appointments',
      'Messages',
      'Test results',
      'Billing',
      'My Records',
      'Clinical documents',
      'Lab Orders',
    ]
    const shown = navigation.entries.map(({ label }) => label)
    expect(shown).toEqual(['Dashboard', ...order].filter((label) => shown.includes(label)))
    await setSetting(portal, { name: options, value: [2] })
    expect(entriesOf((await shellOf(maria)).navigation.entries)).not.toHaveProperty('Appointments')
  })

  test('has the colours of the brand where a practice has none of its own [1 §9.25] [2 §1.28]', async ({ portal }) => {
    expect((await shellOf(portal.visitor())).theme).toMatchObject({ primary: '#13607C', accent: '#18a2b8' })
  })
})

test('two practices look like two: no token of one is that of the other', async ({ portal }) => {
  const [lakeside, northgate] = await Promise.all(
    [portal.visitor(), portal.visitor('northgate.localhost')].map((visitor) => shellOf(visitor)),
  )
  const tokens = ['primary', 'accent', 'highlight', 'header', 'typeface', 'pattern', 'radius'] as const
  for (const token of tokens) expect(lakeside?.theme[token], token).not.toBe(northgate?.theme[token])
  expect([lakeside?.brand.mark, northgate?.brand.mark]).toEqual(['LD', 'NF'])
})

test('the logo stands in the header where the practice wants it', async ({ portal }) => {
  const visitor = portal.visitor()
  expect([(await shellOf(visitor)).brand.logo, (await visitor.get('/practice/mark')).status]).toEqual([undefined, 404])
  await withSetting(portal, { name: 'Theme_Logo', value: true }, async () => {
    expect((await shellOf(visitor)).brand.logo).toBe('/practice/mark')
    const { status, headers } = await visitor.get('/practice/mark')
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  })
})

describe('the account menu', () => {
  test('of a patient leads to the own pages and out [1 §2.28 §2.30 §2.31] [2 §2.27]', async ({ portal, maria }) => {
    const { account } = await shellOf(maria)
    expect(entriesOf(account?.entries)).toMatchObject({
      Profile: '/user/home/Profile',
      Settings: '/user/home/Settings',
      'Account Access': '/user/register/guardian',
      ActivityLog: '/user/home/ActivityLog',
      Logout: 'call',
    })
    const leaving = await portal.signIn('new.patient')
    const { body } = await leaving.act('account.signOut', {})
    expect(body.effects).toContainEqual({ type: 'navigate', to: '/', replace: true })
  })

  test('of a guardian has no Account Access, and of an admin only the way out [1 §6.4] [2 §2.138 §2.144 §6.6]', async ({
    portal,
    gabriel,
    admin,
  }) => {
    expect(entriesOf((await shellOf(gabriel)).account?.entries)).not.toHaveProperty('Account Access')
    expect(Object.keys(entriesOf((await shellOf(admin)).account?.entries))).toEqual(['Logout'])
    expect((await shellOf(portal.visitor())).account).toBeUndefined()
  })
})

test('OK below the words for an expired session ends it and leads to sign-in [1 §4.23 §4.25] [2 §2.157 §2.158 §8.47]', async ({
  portal,
}) => {
  const visitor = await portal.signIn('new.patient')
  const { idle } = await shellOf(visitor)
  expect(idle?.ended).toMatchObject({
    title: 'Session Timeout',
    blocks: [{ text: 'Your session has been expired. Please re-login.' }],
  })
  const [ok] = idle?.ended.actions ?? []
  if (ok?.kind !== 'action' || ok.do.type !== 'call') throw new Error('nothing to press')
  expect(ok.text).toBe('OK')
  const { body } = await visitor.act(ok.do.action, ok.do.input ?? {})
  expect(body.effects).toContainEqual({ type: 'navigate', to: '/user/login', replace: true })
  expect((await visitor.get('/ui/screens/user/home/dashboard')).status).toBe(401)
})

test('privacy is explained in a dialog and on a page, with the practice and its phone [1 §2.40 §2.41] [2 §2.8]', async ({
  portal,
}) => {
  const { dialogs, footer } = await shellOf(portal.visitor())
  expect(footer.entries).toContainEqual(
    expect.objectContaining({ label: 'Privacy and Cookies', do: { type: 'open', dialog: 'privacy' } }),
  )
  const { body } = await portal.visitor().get('/ui/screens/privacypolicy')
  for (const words of [wordsOf(dialogs.privacy), wordsOf(body)]) {
    expect(words).toContain('Lakeside Dermatology')
    expect(words).toContain('(212) 555-0140')
  }
})

describe('the start page', () => {
  test('has two ways on, and tiles by the options of the practice from 768 px on [1 §2.1 §2.2 §2.3 §2.4 §6.10] [2 §2.1]', async ({
    portal,
  }) => {
    const start = async () => (await portal.visitor().get('/ui/screens/')).body
    const offersIn = ({ blocks }: Awaited<ReturnType<typeof start>>) =>
      blocks.find((block): block is BlockOf<'section'> => block.id === 'offers')
    const first = await start()
    for (const [card, leads] of [
      ['View my account', '/user/login'],
      ['Create an account', '/user/signup'],
    ])
      expect(wordsOf(first.blocks)).toMatch(new RegExp(`"${card}".*"to":"${leads}"`))
    expect(offersIn(first)?.from).toBe(768)
    expect([...tilesIn(offersIn(first)?.blocks ?? []).values()].map(leadsTo)).toEqual([
      '/user/bookappointment/index',
      '/user/home/Messages',
      '/user/home/TestResults',
      '/user/home/Billing',
      '/user/home/Myrecord',
      '/user/home/clinicaldocuments',
      '/user/home/LabOrdering',
    ])
    const shown = async () => [...tilesIn(offersIn(await start())?.blocks ?? []).keys()]
    for (const [value, tiles] of [
      [
        [1, 2, 3, 5],
        ['booking', 'messages', 'testResults', 'billing'],
      ],
      [
        [2, 3, 4, 6, 7],
        ['messages', 'testResults', 'myRecords', 'clinicalDocuments', 'labOrders'],
      ],
      [[], []],
    ] as [number[], string[]][]) {
      await setSetting(portal, { name: options, value })
      expect(await shown()).toEqual(tiles)
    }
    await setSetting(portal, { name: options, value: [1] })
    await setSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: false })
    expect(await shown()).toEqual([])
    await setSetting(portal, { name: 'Allow_Portal_Appointment_Booking', value: true })
  })
})

describe('the dashboard', () => {
  test('has a welcome and a card for each part that is offered [1 §1.5 §2.10 §2.47 §2.48] [2 §2.21]', async ({
    portal,
    maria,
    gabriel,
  }) => {
    const dashboard = async (visitor: Visitor) => (await visitor.get('/ui/screens/user/home/dashboard')).body
    const cardsIn = ({ blocks }: Awaited<ReturnType<typeof dashboard>>) => [...tilesIn(blocks).values()].map(leadsTo)
    const first = await dashboard(maria)
    expect(wordsOf(first.blocks[0])).toContain('Welcome Maria Alvarez')
    expect(wordsOf((await dashboard(gabriel)).blocks[0])).toContain('Gabriel Alvarez, guardian of Lucas Alvarez')
    expect(cardsIn(first)).toContain('/user/home/appointments')
    await setSetting(portal, { name: options, value: [2] })
    expect(cardsIn(await dashboard(maria))).not.toContain('/user/home/appointments')
  })
})

test('the sign-in form has its fields, its box and the ways to help [1 §2.7 §2.43] [2 §2.3]', async ({ portal }) => {
  const { body } = await portal.visitor().get('/ui/screens/user/login')
  const [form] = body.blocks.flatMap((block) => (block.kind === 'section' ? block.blocks : []))
  if (form?.kind !== 'form') throw new Error('no form')
  expect(form.fields.map(({ label }) => label)).toEqual(['Username', 'Password', 'I am a Guardian'])
  expect(form.secondary?.map(({ label, to }) => [label, to])).toEqual([
    ['Forgot Username?', '/user/forgotusername'],
    ['Forgot Password?', '/user/forgotpassword'],
    ['Sign up', '/user/signup'],
  ])
})

test('no answer to a browser names the record server, a token or a password [1 §3.1 §3.3 §7.1] [2 §3.1 §3.3 §7.1]', async ({
  portal,
  maria,
}) => {
  const paths = ['/ui/shell', '/ui/screens/user/home/dashboard', '/ui/screens/user/bookappointment/index']
  const answers = await Promise.all([
    ...paths.map((path) => maria.get(path)),
    ...['upcoming', 'past', 'next'].map((list) => maria.get(`/ui/regions/appointments.${list}`)),
    portal.visitor().act('account.signIn', { Username: 'maria.alvarez', Password: 'Sunny-Harbor-42' }),
  ])
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(wordsOf(body)).not.toMatch(/lakeside\/api|Sunny-Harbor|PP_Auth|EMR_?URL|websiteI|LSD-1001/i)
  }
})
