import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Effect } from '../../schemas/effect.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { auditLog } from '../../server/db/schema.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { openTestLimiter } from '../support/limiter.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'

const it = portalTest({ staff: 'calls.desk', owner: 'practice.owner', stranger: 'office.lead' }, { timeoutMs: 3000 })
const { mariaAlvarez: maria } = people

/** One account searches more often here than a person does. */
it.beforeEach(({ portal: { portal } }) => {
  const { limiter } = portal
  portal.limiter = { take: () => Promise.resolve(0) }
  return () => void (portal.limiter = limiter)
})
const address = '/ui/screens/admin/find_patient'

/** Returns the address to which a search leads. */
async function search(visitor: Visitor, input: object, action = 'findPatient.byText'): Promise<string> {
  const { status, body } = await visitor.act<{ effects: Effect[] }>(action, input)
  expect(status).toBe(200)
  const [to] = body.effects
  return to?.type === 'navigate' ? to.to : expect.fail('a search leads to its results')
}

/** Opens the results, with the rows by name. */
async function results(visitor: Visitor, to: string) {
  const { body } = await visitor.get<Screen>(`/ui/screens${to}`)
  const [region] = blocksOf(body.blocks, 'region')
  const answer = await visitor.get<RegionContent>(`/ui/regions/${region?.src}`)
  const [table] = blocksOf(answer.body.blocks ?? [], 'table')
  return {
    screen: body,
    status: answer.status,
    problem: answer.body as unknown as { detail?: string }, // of an answer that failed
    words: wordsOf(answer.body.blocks ?? []),
    table,
    names: (table?.rows ?? []).map(({ cells }) =>
      [cells.name?.text]
        .flat()
        .map((span) => (typeof span === 'object' ? span.text : span))
        .join(''),
    ),
  }
}
const searchFor = async (visitor: Visitor, text: string) => results(visitor, await search(visitor, { text }))

describe('the search of the front desk', () => {
  it('is on the dashboard and in the menu, and has the form of the specification [2 §2.36 §2.143 §2.145]', async ({
    staff,
    owner,
  }) => {
    const { body } = await staff.get<RegionContent>('/ui/regions/admin.waiting')
    const [tiles] = blocksOf(body.blocks, 'tiles')
    expect(tiles?.tiles[0]).toMatchObject({ title: 'Find Patients', do: { to: '/admin/find_patient' } })
    const all = await owner.get<RegionContent>('/ui/regions/admin.waiting')
    const titles = blocksOf(all.body.blocks, 'tiles').flatMap((block) => block.tiles.map(({ title }) => title))
    expect(titles).toEqual(expect.arrayContaining(['Find Patients', 'Practice Header']))
    const { body: screen } = await staff.get<Screen>(address)
    expect(screen.title).toBe('Find Patients')
    const labels = blocksOf(screen.blocks, 'form').map(({ fields }) => fields.map(({ label }) => label))
    expect(labels).toEqual([
      ['Name, birth date, phone, email or number'],
      ['First name', 'Last name', 'Date of birth', 'Gender'],
    ])
  })

  it.for(['alvarez 6/21/1984', 'Álvarez, MARIA', '(212) 555-0161', 'maria.alvarez@example.com', 'LSD-1001'])(
    'lists who fits %s, with a link to the patient',
    async (text, { staff }) => {
      const { table, names, words } = await searchFor(staff, text)
      expect(names).toContain('Alvarez, Maria')
      const row = table?.rows.find(({ id }) => id === `patient-${maria.patientN}`)
      expect(row?.cells).toMatchObject({
        born: { text: '06/21/1984' },
        gender: { text: 'Female' },
        phone: { text: '(***) ***-0161' },
        email: { text: 'm********@example.com' },
        number: { text: maria.emrid },
      })
      expect(row?.cells.name?.text).toEqual([
        { text: 'Alvarez, Maria', href: expect.stringMatching(/^\/admin\/patient\/1001\?search=/) },
      ])
      expect(words).toMatch(/\d+ patients?/)
    },
  )

  it('needs a date of birth that is not in the future in the form of the specification [2 §5.47]', async ({
    staff,
  }) => {
    const refused = async (input: object) => {
      const { status, body } = await staff.act('findPatient.byDetails', input)
      return [status, body.errors?.map(({ pointer, message }) => [pointer, message])]
    }
    expect(await refused({ PatientLastName: 'Alvarez' })).toEqual([
      422,
      [['/PatientDOB', 'Enter the date of birth as month/day/year.']],
    ])
    expect(await refused({ PatientDOB: '2999-01-01' })).toEqual([
      422,
      [['/PatientDOB', 'The date of birth must not be in the future.']],
    ])
    expect((await refused({ PatientDOB: '1984-02-30' }))[0]).toBe(422)
    expect(await refused({ PatientDOB: '1984-06-21', PatientGender: 4 })).toEqual([
      422,
      [['/PatientGender', 'Choose Male, Female or Unknown.']],
    ])
    const input = { PatientFirstName: 'mar', PatientLastName: 'alv', PatientDOB: '1984-06-21', PatientGender: 2 }
    const { names, screen } = await results(staff, await search(staff, input, 'findPatient.byDetails'))
    expect(names).toEqual(['Alvarez, Maria'])
    expect(blocksOf(screen.blocks, 'form')[1]?.value).toEqual(input)
  })

  it('has pages of 5, 10, 15 and 20 [2 §2.145]', async ({ staff }) => {
    const to = await search(staff, { text: 'a' })
    const first = await results(staff, `${to}&size=5`)
    expect(first.table?.paging).toMatchObject({ page: 1, size: 5, sizes: [5, 10, 15, 20] })
    expect(first.names).toHaveLength(5)
    const second = await results(staff, `${to}&size=5&page=2`)
    expect(second.names).toHaveLength(5)
    expect(second.table?.rows.map(({ id }) => id)).not.toContain(first.table?.rows[0]?.id)
    const last = await results(staff, `${to}&size=20&page=9999`)
    expect(last.table?.paging?.page).toBe(Math.ceil((first.table?.paging?.total ?? 0) / 20))
    expect((await results(staff, `${to}&size=7&page=-1`)).table?.paging).toMatchObject({ page: 1, size: 10 })
  })

  it('shows a hundred patients of a search at most, and says that there may be others', async ({ staff }) => {
    const to = await search(staff, { text: 'a' })
    const shown = new Set<string>()
    for (let page = 1; page <= 7; page++)
      for (const { id } of (await results(staff, `${to}&size=15&page=${page}`)).table?.rows ?? []) shown.add(id)
    expect(shown.size).toBe(100)
    const { words, table } = await results(staff, `${to}&size=15&page=8`)
    expect([words, table?.paging?.page]).toEqual([expect.stringContaining('The first 100 patients'), 7])
  })

  it('says so when nobody fits [2 §8.38]', async ({ staff }) => {
    const { words } = await searchFor(staff, 'Nobody Atall')
    expect(words).toContain('No records found!')
    const born = await search(staff, { PatientDOB: '1901-01-01' }, 'findPatient.byDetails')
    expect((await results(staff, born)).words).toContain('No records found!')
  })
})

describe('nothing personal is in an address', () => {
  it('and a search is that of one account, for a while', async ({ staff, owner }) => {
    const to = await search(staff, { text: 'alvarez 6/21/1984' })
    expect(to).toMatch(/^\/admin\/find_patient\?search=[\w-]+$/)
    expect(decodeURIComponent(to)).not.toMatch(/alvarez|1984/i)
    expect((await results(staff, to)).names).toContain('Alvarez, Maria')
    const other = await owner.get<Screen>(`/ui/screens${to}`)
    expect(wordsOf(other.body.blocks)).toContain('This search is over. Please search again.')
    expect(blocksOf(other.body.blocks, 'form')[0]?.value).toEqual({})
    const region = `/ui/regions/findPatient.results${to.slice(to.indexOf('?'))}`
    expect((await owner.get<RegionContent>(region)).body.blocks).toEqual([])
  })

  it.for(['x', 'A'.repeat(1900), '%00', '..%2F', '💊'])('and %s there is no search', async (kept, { staff }) => {
    const { status, body } = await staff.get<Screen>(`${address}?search=${encodeURIComponent(kept)}`)
    expect(status).toBe(200)
    expect(wordsOf(body.blocks)).toContain('This search is over. Please search again.')
  })
})

describe('whatever is typed', () => {
  const signs = [
    "O'Brien",
    '%',
    '_%_',
    "'; drop table patients; --",
    '<script>alert(1)</script>',
    '💊👩‍⚕️',
    'مريم',
    'ひらがな',
    'x'.repeat(200),
    '字'.repeat(200),
    '"'.repeat(200),
    '(((((',
    '\\',
    '12/45/1984',
    '00000000000000000000',
  ]
  it.for(signs)('is text: %s', async (text, { staff }) => {
    expect((await searchFor(staff, text)).status).toBe(200)
    const names = {
      PatientFirstName: text.slice(0, 100),
      PatientLastName: text.slice(0, 100),
      PatientDOB: '1984-06-21',
    }
    const { status } = await results(staff, await search(staff, names, 'findPatient.byDetails'))
    expect(status).toBe(200)
  })

  it('is refused in words if it is nothing, too long, or signs that nobody sees', async ({ staff }) => {
    const detail = async (text: string) => {
      const { status, body } = await staff.act('findPatient.byText', { text })
      return [status, body.errors?.[0]?.message]
    }
    const missing = 'Enter a name, birth date, phone number, email or number.'
    expect(await detail('')).toEqual([422, missing])
    expect(await detail('x'.repeat(201))).toEqual([422, 'Please use at most 200 characters.'])
    for (const text of ['  ', '\u200b']) expect(await detail(text)).toEqual([422, missing])
    for (const text of ['\u202eevil', 'a\u0000b', 'a\nb'])
      expect(await detail(text)).toEqual([422, 'Please use letters, digits and punctuation only.'])
  })

  it('is searched for thirty times a minute at most', async ({ portal }) => {
    const busy = await portal.signIn('records.desk')
    portal.portal.limiter = await openTestLimiter()
    const statuses: number[] = []
    for (let turn = 0; turn < 31; turn++)
      statuses.push((await busy.act('findPatient.byText', { text: 'alvarez' })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})

it('of one account cannot be paged on without end: each further page counts like a search', async ({ portal }) => {
  const busy = await portal.signIn('records.desk')
  const to = await search(busy, { text: 'a' })
  portal.portal.limiter = await openTestLimiter()
  const region = (page: number) => busy.get(`/ui/regions/findPatient.results${to.slice(to.indexOf('?'))}&page=${page}`)
  const statuses: number[] = []
  for (let turn = 0; turn < 31; turn++) statuses.push((await region(2 + (turn % 8))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect([statuses.at(-1), (await region(1)).status]).toEqual([429, 200])
})

describe('who searches', () => {
  it('is the front staff, records or the owner; others learn nothing', async ({ portal, staff, stranger }) => {
    const to = await search(staff, { text: 'alvarez' })
    for (const login of ['maria.alvarez', 'g.alvarez@example.com', 'settings.desk'] as const) {
      const other = await portal.signIn(login)
      expect((await other.get(`/ui/screens${to}`)).status).toBe(403)
      expect((await other.act('findPatient.byText', { text: 'alvarez' })).status).toBe(403)
      expect((await other.act('findPatient.byDetails', { PatientDOB: '1984-06-21' })).status).toBe(403)
    }
    expect((await portal.visitor().get(address)).status).toBe(401)
    const { words } = await searchFor(stranger, 'maria.alvarez@example.com')
    expect(words).toContain('No records found!')
  })

  it('leaves a row without what was typed', async ({ portal, staff }) => {
    await searchFor(staff, 'alvarez 6/21/1984')
    const rows = await portal.database.db.select().from(auditLog).where(eq(auditLog.actor, 'calls.desk'))
    expect(rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['action:findPatient.byText', 'screen:/admin/find_patient', 'region:findPatient.results']),
    )
    expect(JSON.stringify(rows)).not.toMatch(/alvarez/i)
    const details = rows.filter(({ event }) => event === 'region:findPatient.results').map(({ detail }) => detail)
    expect(details.at(-1)).toBe(JSON.stringify({ listed: ['1001'] }))
  })
})

describe('a record server', () => {
  it.for([
    ['down', 503],
    ['nonsense', 502],
    ['hang', 504],
  ] as const)(
    'that is %s fails the results in words, and what was typed stays',
    async ([kind, status], { portal, staff }) => {
      const to = await search(staff, { text: 'alvarez' })
      await portal.fault({ kind, path: 'Patient/Search' })
      const { screen, ...answer } = await results(staff, to)
      expect([answer.status, answer.problem.detail]).toEqual([status, expect.stringMatching(/\w+ \w+/)])
      expect(blocksOf(screen.blocks, 'form')[0]?.value).toEqual({ text: 'alvarez' })
      await portal.fault({ kind, path: 'FindPatient' })
      const byDetails = await search(staff, { PatientDOB: '1984-06-21' }, 'findPatient.byDetails')
      expect((await results(staff, byDetails)).status).toBe(status)
    },
  )
})
