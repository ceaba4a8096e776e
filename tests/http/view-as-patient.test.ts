import { and, desc, eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import type { Shell } from '../../schemas/shell.ts'
import { accounts, auditLog, sessions } from '../../server/db/schema.ts'
import { accountViews } from '../../server/features/view-as-patient/schema.ts'
import { officeActs } from '../../server/practice/office-acts.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { pdf } from '../support/files.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { filePart } from '../support/multipart.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { changedTables, tableMarks } from '../support/table-marks.ts'
import { openAccount, viewerOf } from '../support/viewing.ts'
import { mariaN } from '../support/visits.ts'
import { withoutLimits } from '../support/without-limits.ts'
import { callsWithin, crawl } from './crawl/crawl.ts'
import { fileAddresses, staffFiles } from './matrix-pages.ts'

const it = portalTest({ records: 'records.desk' }, { timeoutMs: 3000 })
const { benCarter: ben, lucasAlvarez: lucas, noraQuinn: nora } = people
const page = `/ui/screens/admin/patient/${mariaN}`
const dashboard = '/ui/screens/user/home/dashboard'

/** One account opens more accounts here than a person does. */
it.beforeEach(({ portal }) => withoutLimits(portal))

async function switchPatient(owner: Visitor, to: 'disable' | 'enable'): Promise<void> {
  const { status } = await owner.act(`accountHelp.${to}`, { patient: String(nora.patientN), reason: 'Moved away' })
  expect([to, status]).toEqual([to, 200])
}

const end = (visitor: Visitor) => visitor.act<{ effects: Effect[] }>('viewAsPatient.end', {})

describe('opening the account of a patient', () => {
  it('is offered to the records staff and owners only, with a reason [2 §1.23 §6.12]', async ({ portal, records }) => {
    const labels = async (visitor: Visitor) => {
      const { body } = await visitor.get<Screen>(page)
      return blocksOf(body.blocks, 'form').map(({ fields, submit }) => [submit.label, fields.map(({ label }) => label)])
    }
    expect(await labels(records)).toContainEqual(['Open account', ['Reason']])
    expect(await labels(await portal.signIn('practice.owner'))).toContainEqual(['Open account', ['Reason']])
    expect(await labels(await portal.signIn('calls.desk'))).not.toContainEqual(['Open account', ['Reason']])
    for (const login of ['calls.desk', 'settings.desk', 'maria.alvarez', 'g.alvarez@example.com'] as const)
      expect([login, (await openAccount(await portal.signIn(login))).status]).toEqual([login, 403])
    expect((await openAccount(portal.visitor())).status).toBe(401)
  })

  it('needs a fresh proof of who does it', async ({ portal }) => {
    const staff = await portal.signIn('records.desk')
    const input = { patient: String(mariaN), reason: 'Called about a bill' }
    const { body } = await staff.act<{ effects: Effect[] }>(officeActs.openAccount.name, input, { proves: false })
    expect(body.effects).toMatchObject([{ type: 'open', dialog: { title: 'Confirm that it is you' } }])
    expect((await staff.get(dashboard)).status).toBe(403)
  })

  it.for([
    ['', 'Enter why you open the account.'],
    ['no', 'Enter a few words that say why.'],
    ['a'.repeat(201), 'Enter at most 200 characters.'],
    ['two\nlines', 'Enter the reason on one line.'],
  ])('needs a reason that says something: %j', async ([reason, message], { records }) => {
    const { status, body } = await openAccount(records, { reason: reason ?? '' })
    expect([status, body.errors?.[0]?.message]).toEqual([422, message])
  })

  it('leads to the dashboard of the patient, marked on every screen, and back [2 §2.146 §4.55 §7.52]', async ({
    portal,
  }) => {
    const viewer = await portal.signIn('records.desk')
    const { body } = await openAccount(viewer)
    expect(body.effects).toEqual([
      { type: 'purge' },
      { type: 'refresh', what: 'shell' },
      { type: 'navigate', to: '/user/home/dashboard', replace: true },
    ])
    const { body: shell } = await viewer.get<Shell>('/ui/shell')
    expect(shell.acting).toMatchObject({
      label: 'Viewing the account of',
      name: 'Maria Alvarez',
      text: 'view only',
      entries: [{ label: 'End view', do: { type: 'call', action: 'viewAsPatient.end' } }],
    })
    expect(shell.subject).toBe('Patient: Maria Alvarez')
    expect(shell.idle?.endAfterMs).toBe(15 * 60_000)
    expect(shell.navigation.entries.map(({ label }) => label)).toEqual(
      (await (await portal.signIn('maria.alvarez')).get<Shell>('/ui/shell')).body.navigation.entries.map(
        ({ label }) => label,
      ),
    )
    // Nothing of the staff's own account, and nothing of the staff's pages.
    expect(shell.account?.entries.map(({ label }) => label)).toEqual([
      'Payment',
      'Profile',
      'Account Access',
      'ActivityLog',
      'Logout',
    ])
    expect((await viewer.get(dashboard)).status).toBe(200)
    for (const path of ['/admin/home/dashboard', '/admin/find_patient', '/user/home/Settings']) {
      const refused = await viewer.get<{ code?: string }>(`/ui/screens${path}`)
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'access.viewing'])
    }
    expect((await end(viewer)).body.effects.at(-1)).toEqual({
      type: 'navigate',
      to: `/admin/patient/${mariaN}`,
      replace: true,
    })
    expect((await viewer.get(page)).status).toBe(200)
    expect((await viewer.get(dashboard)).status).toBe(403)
    expect((await end(viewer)).status).toBe(403)
  })

  it('comes back to the page of the search that led to the patient', async ({ portal }) => {
    const staff = await portal.signIn('records.desk')
    const search = await staff.act<{ effects: Effect[] }>('findPatient.byText', { text: 'a' })
    const [to] = search.body.effects
    const query =
      to?.type === 'navigate' ? `${to.to.slice(to.to.indexOf('?'))}&page=2&size=5` : expect.fail('no search')
    const { body: results } = await staff.get<RegionContent>(`/ui/regions/findPatient.results${query}`)
    const [name] = [blocksOf(results.blocks, 'table')[0]?.rows[0]?.cells.name?.text].flat()
    expect(name).toMatchObject({ href: expect.stringMatching(/^\/admin\/patient\/\d+\?/) })
    expect(typeof name === 'object' && name.href?.endsWith(query)).toBe(true)

    const address = `/admin/patient/${mariaN}${query}`
    const { body: opened } = await staff.get<Screen>(`/ui/screens${address}`)
    expect(opened.back?.to).toBe(`/admin/find_patient${query}`)
    const form = blocksOf(opened.blocks, 'form').find(({ id }) => id === 'open-account')
    expect(
      (await staff.act('viewAsPatient.begin', { ...form?.submit.do.input, reason: 'Called about a bill' })).status,
    ).toBe(200)
    expect((await end(staff)).body.effects.at(-1)).toEqual({ type: 'navigate', to: address, replace: true })

    const { body: returned } = await staff.get<Screen>(`/ui/screens${address}`)
    expect(returned.back?.to).toBe(`/admin/find_patient${query}`)
    const { body: again } = await staff.get<Screen>(`/ui/screens${returned.back?.to}`)
    expect(blocksOf(again.blocks, 'form')[0]?.value).toEqual({ text: 'a' })
    const [region] = blocksOf(again.blocks, 'region')
    expect((await staff.get<RegionContent>(`/ui/regions/${region?.src}`)).body.blocks).toEqual(results.blocks)
  })

  it('is a row in the activity log of the patient, and on the page with its reason', async ({ portal }) => {
    const viewer = await viewerOf(portal, { login: 'practice.owner' })
    await viewer.get(dashboard)
    await end(viewer)
    const maria = await portal.signIn('maria.alvarez')
    const { body } = await maria.get<Screen>('/ui/screens/user/home/ActivityLog')
    const rows = blocksOf(body.blocks, 'table').flatMap(({ rows: all }) => all)
    const opened = rows.filter(({ cells }) => cells.page?.text === 'The office opened the account to look at it')
    expect(opened[0]?.cells.user?.text).toBe('practice.owner')
    expect(JSON.stringify(body)).not.toContain('Called about a bill')
    const { body: shown } = await viewer.get<Screen>(page)
    expect(wordsOf(shown.blocks)).toContain('Called about a bill')
  })

  it('records each screen that was viewed with the member of the staff and the patient', async ({
    portal,
    records,
  }) => {
    await viewerOf(portal)
    const viewer = await viewerOf(portal)
    await viewer.get('/ui/screens/user/home/Billing')
    const rows = await portal.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorKind, 'viewer'))
      .orderBy(auditLog.id)
    const [opened] = await portal.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.event, `action:${officeActs.openAccount.name}`), eq(auditLog.outcome, 'ok')))
      .orderBy(desc(auditLog.id))
    expect(opened?.detail).toBe(JSON.stringify({ reason: 'Called about a bill' }))
    expect(rows.at(-1)).toMatchObject({
      event: 'screen:/user/home/Billing',
      actor: 'records.desk',
      patientId: String(mariaN),
      outcome: 'ok',
    })
    expect((await records.get(page)).status).toBe(200)
  })

  it('fails with the words of the specification without the record [2 §8.37]', async ({ portal, records }) => {
    for (const kind of ['down', 'nonsense'] as const) {
      await portal.fault({ kind, path: '/api/Provider/GetPatientHeader' })
      const { status, body } = await openAccount(records)
      expect([kind, status, body.detail]).toEqual([kind, 502, 'Patient data retrieval failed!'])
      await portal.heal()
    }
    expect(await portal.database.db.select().from(accountViews).where(eq(accountViews.reason, 'no record'))).toEqual([])
    expect((await records.get('/ui/screens/admin/home/dashboard')).status).toBe(200)
  })

  it('opens no account that nobody can use', async ({ portal, records }) => {
    const opened = async (patientN: number) => {
      const { status, body } = await openAccount(records, { patientN })
      return [status, body.detail]
    }
    const noAccount = [409, 'Nobody uses the portal for this patient, so there is no account to open.']
    expect(await opened(ben.patientN)).toEqual(noAccount) // of another practice
    expect(await opened(999_999)).toEqual(noAccount)
    const owner = await portal.signIn('practice.owner')
    await switchPatient(owner, 'disable')
    expect(await opened(nora.patientN)).toEqual([409, 'This account is disabled. Enable it to open it.'])
    await switchPatient(owner, 'enable')
  })

  it('opens the account of a child whom only guardians act for', async ({ portal }) => {
    const viewer = await viewerOf(portal, { patientN: lucas.patientN })
    const { body } = await viewer.get<Shell>('/ui/shell')
    expect(body.acting?.name).toBe('Lucas Alvarez')
    expect((await viewer.get(dashboard)).status).toBe(200)
  })
})

/** A screen of times offers hundreds of them, all by one action. */
const mostOfAction = 20

describe('a view changes nothing', () => {
  it('neither by any screen, region or file, nor by what it may press', async ({ portal }) => {
    const addresses = await fileAddresses(portal)
    const viewer = await viewerOf(portal)
    const routes = portal.portal.screens
      .map(({ route }) => route)
      .filter((route) => !route.includes(':') && !route.startsWith('/admin'))
    const before = await tableMarks(portal)
    const pages = await crawl(viewer, routes)
    expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(60)
    expect(pages.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
    for (const [route, address] of addresses) {
      if (staffFiles.has(route)) continue
      const { status } = await viewer.get(address)
      // A guardian's or another person's own file is not there for the viewer.
      expect([route, [200, 403, 404].includes(status)]).toEqual([route, true])
    }
    const calls = pages.flatMap(({ body }) => callsWithin(body)).filter(({ action }) => action !== 'account.signOut')
    const pressed = new Map<string, Set<string>>()
    for (const { action, input } of calls) {
      const inputs = pressed.get(action) ?? new Set()
      if (inputs.size === mostOfAction || inputs.has(JSON.stringify(input))) continue
      pressed.set(action, inputs.add(JSON.stringify(input)))
      const { status, body } = await viewer.act(action, input ?? {})
      const isForViewers = portal.portal.actions.get(action)?.forViewers === true
      expect([action, status < 500 && body.code === 'access.onlyViewing']).toEqual([action, !isForViewers])
    }
    expect([...pressed.keys()]).toEqual(
      expect.arrayContaining(['messages.open', 'testResults.open', 'labOrders.open', 'clinicalDocuments.open']),
    )
    const changed = changedTables(before, await tableMarks(portal))
    expect(changed.filter((table) => table !== 'idempotency_keys')).toEqual([])
  })

  it('marks no message as read and no result as seen, although it opens them', async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    const unread = async (visitor: Visitor) =>
      (await visitor.get<Shell>('/ui/shell')).body.navigation.entries.map(({ count }) => count?.value)
    const before = await unread(maria)
    expect(before.some((count) => count !== undefined)).toBe(true)
    const viewer = await viewerOf(portal)
    for (const path of ['/user/home/Messages', '/user/home/LabResult']) {
      for (const { body } of await crawl(viewer, [path], 1))
        for (const { action, input } of callsWithin(body))
          if (/^(messages|testResults)\.open$/.test(action)) expect((await viewer.act(action, input)).status).toBe(200)
    }
    expect(await unread(maria)).toEqual(before)
    expect(await unread(viewer)).toEqual(before)
  })

  it('refuses uploads', async ({ portal }) => {
    const viewer = await viewerOf(portal)
    const { status, body } = await viewer.upload('uploads.addToChart', [
      { name: 'category', content: 'Lab results' },
      filePart(pdf),
    ])
    expect([status, body.code, body.detail]).toEqual([
      403,
      'access.onlyViewing',
      'You are only viewing this account. Nothing was changed.',
    ])
  })

  it('shows nothing that belongs to the person of the account: drafts, cards, other sessions', async ({ portal }) => {
    const maria = await portal.signIn('maria.alvarez')
    const draft = crypto.randomUUID()
    await maria.act('messages.saveDraft', { draft, subject: 'Not sent yet', body: 'Private words' })
    const viewer = await viewerOf(portal)
    const { body } = await viewer.get<Screen>('/ui/screens/user/home/Messages?box=drafts')
    expect(JSON.stringify(body)).not.toContain('Not sent yet')
    expect((await viewer.get('/ui/regions/account.sessions')).status).toBe(403)
  })
})

describe('a view ends', () => {
  it('when the account is disabled, also if it was open', async ({ portal }) => {
    const viewer = await viewerOf(portal, { patientN: nora.patientN })
    expect((await viewer.get(dashboard)).status).toBe(200)
    const owner = await portal.signIn('practice.owner')
    await switchPatient(owner, 'disable')
    const views = await portal.database.db
      .select()
      .from(sessions)
      .where(
        sql`${sessions.content}->'person'->>'kind' = 'viewer' and ${sessions.content}->'person'->'patient'->>'id' = ${nora.patientN}`,
      )
    expect(views).toEqual([]) // ended, with their sockets
    expect((await viewer.get(dashboard)).status).toBe(401)
    await switchPatient(owner, 'enable')
  })

  it('when nobody may act for the patient any longer, however that came', async ({ portal }) => {
    const viewer = await viewerOf(portal, { patientN: nora.patientN })
    const { db } = portal.database
    const isDisabled = (disabledAt: Date | null) =>
      db.update(accounts).set({ disabledAt }).where(eq(accounts.login, 'new.patient'))
    await isDisabled(new Date())
    expect((await viewer.get(dashboard)).status).toBe(401)
    await isDisabled(null)
  })

  it('when the role is taken away', async ({ portal }) => {
    const viewer = await viewerOf(portal)
    const { db } = portal.database
    const rolesAre = (staffRoles: ('records' | 'settings')[]) =>
      db.update(accounts).set({ staffRoles }).where(eq(accounts.login, 'records.desk'))
    await rolesAre(['settings'])
    expect((await viewer.get(dashboard)).status).toBe(401)
    expect((await end(viewer)).status).toBe(401)
    await rolesAre(['records'])
  })

  it('after fifteen idle minutes, and not after ten', async ({ portal }) => {
    const viewer = await viewerOf(portal)
    portal.clock.aheadMs += 14 * 60_000
    expect((await viewer.get(dashboard)).status).toBe(200)
    portal.clock.aheadMs += 15 * 60_000 + 21_000
    expect((await viewer.get(dashboard)).status).toBe(401)
  })

  it('tells a page of before that the session views somebody', async ({ portal }) => {
    const staff = await portal.signIn('records.desk')
    const { body: shell } = await staff.get<Shell>('/ui/shell')
    await openAccount(staff)
    const { status, body } = await staff.get<{ code?: string; startOver?: boolean }>(page, {
      'x-identity': shell.identity ?? '',
    })
    expect([status, body.code, body.startOver]).toEqual([409, 'identity.viewing', true])
    await end(staff)
  })
})

it('may watch what is live for the patient, and what the screens carry', async ({ portal }) => {
  const viewer = await viewerOf(portal)
  const { body } = await viewer.get<RegionContent>('/ui/regions/home.toDo')
  expect(body.topics.length).toBeGreaterThan(0)
})
