import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RowAction } from '../../schemas/row-action.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { patientTopic } from '../../server/protocol/principal.ts'
import { guardianOf } from '../support/guardians.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { Visitor } from '../support/portal.ts'
import { withSetting } from '../support/switches.ts'
import { bothEngines } from '../support/databases.ts'

const test = portalTest(
  {
    maria: 'maria.alvarez',
    nora: 'new.patient',
    gabriel: 'g.alvarez@example.com',
    ben: 'ben.carter',
  },
  { timeoutMs: 3000 },
)

const medicationsRegion = '/ui/regions/myRecords.medications'
const pharmacyRegion = '/ui/regions/myRecords.pharmacy'
const resultRegion = '/ui/regions/myRecords.pharmacies'

type Row = BlockOf<'table'>['rows'][number]

async function blocksIn(visitor: Visitor, address: string) {
  const { status, body } = await visitor.get<RegionContent>(address)
  expect([address, status]).toEqual([address, 200])
  return body.blocks
}

async function tableIn(visitor: Visitor, address: string): Promise<BlockOf<'table'>> {
  return blocksOf(await blocksIn(visitor, address), 'table')[0] ?? expect.fail(`${address} has no table`)
}

const find = async (visitor: Visitor, query: Record<string, string>) =>
  (await tableIn(visitor, `${resultRegion}?${new URLSearchParams({ size: '50', ...query })}`)).rows
const idOf = ({ id }: Row) => id.replace(/^[a-z-]+-/, '')
function textOf({ cells }: Row, column: string): string {
  const text = cells[column]?.text
  return typeof text === 'string' ? text : (text ?? []).map((span) => span.text).join('')
}
const labelsOf = ({ actions = [] }: Row) => actions.map(({ label }: RowAction) => label)
const pharmacyOf = async (visitor: Visitor) => wordsOf(await blocksIn(visitor, pharmacyRegion))
const choose = (visitor: Visitor, pharmacy: string, search: Record<string, string> = { city: 'Montclair' }) =>
  visitor.act('myRecords.choosePharmacy', { pharmacy, ...search })

describe('medications', () => {
  test('stand in a table, five to a page, by name [2 §1.9 §2.103 §2.104 §9.15]', async ({ maria }) => {
    const table = await tableIn(maria, medicationsRegion)
    expect(table.columns.map(({ label }) => label)).toEqual(['Name', 'Strength', 'Dosage'])
    expect([table.rows.length, table.paging?.total, table.paging?.sizes]).toEqual([5, 12, [5, 10, 15, 20]])
    const last = await tableIn(maria, `${medicationsRegion}?page=3`)
    expect(last.rows.map((row) => [textOf(row, 'name'), textOf(row, 'strength')])).toEqual([
      ['Sunscreen lotion', ''],
      ['Tretinoin cream', '0.025 %'],
    ])
    expect((await tableIn(maria, `${medicationsRegion}?size=20&page=99`)).rows).toHaveLength(12)
  })

  test('have their own place in the address of the screen', async ({ maria }) => {
    const { paging } = await tableIn(maria, medicationsRegion)
    expect(paging?.toPage).toEqual({
      type: 'navigate',
      to: '/user/home/Myrecord?medicationsSize=5',
      parameter: 'medicationsPage',
    })
    const { body } = await maria.get<Screen>(
      '/ui/screens/user/home/Myrecord?medicationsSize=10&medicationsPage=2&page=7',
    )
    expect(blocksOf(body.blocks, 'region').map(({ src }) => src)).toContain('myRecords.medications?page=2&size=10')
  })

  test('are none in words for a new patient [2 §2.105 §8.52]', async ({ nora }) => {
    const { rows, paging, empty } = await tableIn(nora, medicationsRegion)
    expect([rows, paging, empty.text]).toEqual([
      [],
      undefined,
      'When your medications are uploaded, you will be able to view them here.',
    ])
  })

  test('are those of the patient, also for a guardian and at another practice [2 §6.2]', async ({ gabriel, ben }) => {
    const namesOf = async (visitor: Visitor) =>
      (await tableIn(visitor, medicationsRegion)).rows.map((row) => textOf(row, 'name'))
    expect(await namesOf(gabriel)).toEqual(['Hydrocortisone cream'])
    expect(await namesOf(ben)).toEqual(['Albuterol inhaler', 'Lisinopril'])
  })

  test('lead to a message about them: for a refill, or when one is no longer taken', async ({ maria }) => {
    const [row] = (await tableIn(maria, medicationsRegion)).rows
    const id = idOf(row!)
    expect(row?.actions?.map(({ label, do: leads }) => [label, leads])).toEqual([
      ['Request a refill', { type: 'navigate', to: `/user/home/ChatMsg?about=medication:${id}` }],
      ['Not taking this anymore?', { type: 'navigate', to: `/user/home/ChatMsg?about=stopped:${id}` }],
    ])
    const { body } = await maria.get<Screen>(`/ui/screens/user/home/ChatMsg?about=stopped:${id}`)
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.value).toEqual({
      subject: 'No longer taking: Azelaic acid gel 15 %',
      body: 'I no longer take Azelaic acid gel 15 %.',
    })
    const action = form?.submit.do.type === 'submit' ? form.submit.do : expect.fail('it sends nothing')
    const recipient = (form?.fields.find(({ name }) => name === 'recipient')?.options ?? [])[0]?.value
    const sent = await maria.act(action.action, {
      ...action.input,
      subject: 'No longer taking: Azelaic acid gel 15 %',
      body: 'I stopped it in May.',
      recipient,
    })
    expect(sent.status).toBe(200)
    const before = (await tableIn(maria, medicationsRegion)).rows
    expect(before[0]).toEqual(row)
    expect((await maria.get(`/ui/screens/user/home/ChatMsg?about=stopped:999999`)).status).toBe(404)
  })

  test('say to call the office where nobody can write to it', async ({ portal, maria, nora }) => {
    const call = 'For a refill, or about a medication that is no longer taken, please call the office: '
    const isByPhone = async (visitor: Visitor) => {
      const blocks = await blocksIn(visitor, medicationsRegion)
      expect(blocksOf(blocks, 'table').flatMap(({ rows }) => rows.flatMap(labelsOf))).toEqual([])
      expect(wordsOf(blocks)).toContain(call)
      expect(wordsOf(blocks)).toContain('tel:+1')
    }
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 4] }, () => isByPhone(maria))
    await withSetting(portal, { name: 'AllowPortalReplies', value: false }, () => isByPhone(maria))
    await isByPhone(await guardianOf(portal, maria, [4]))
    const both = await guardianOf(portal, maria, [2, 4])
    expect((await tableIn(both, medicationsRegion)).rows.flatMap(labelsOf)).toContain('Request a refill')
    expect(wordsOf(await blocksIn(nora, medicationsRegion))).not.toContain('please call the office')
  })
})

describe('My Records', () => {
  const addresses = [
    '/ui/screens/user/home/Myrecord',
    '/ui/screens/user/home/Myrecord/pharmacy',
    medicationsRegion,
    pharmacyRegion,
    `${resultRegion}?city=Montclair`,
  ]
  const isRefused = async (visitor: Visitor) => {
    for (const address of addresses) expect([address, (await visitor.get(address)).status]).toEqual([address, 403])
    expect((await choose(visitor, '1')).status).toBe(403)
    expect((await visitor.act('myRecords.findPharmacy', { name: 'p' })).status).toBe(403)
    expect(wordsOf((await visitor.get('/ui/shell')).body)).not.toContain('/user/home/Myrecord')
  }

  test('is refused where the practice has switched it off [2 §6.20]', async ({ portal, maria }) => {
    expect(wordsOf((await maria.get('/ui/shell')).body)).toContain('/user/home/Myrecord')
    await withSetting(portal, { name: 'enable_portal_dashboard_options', value: [1, 2, 3, 5, 6, 7] }, () =>
      isRefused(maria),
    )
  })

  test('is refused to a guardian who was not given it [2 §4.53]', async ({ portal, maria }) => {
    await isRefused(await guardianOf(portal, maria, [1, 2]))
    const without = await guardianOf(portal, maria, [4])
    expect((await tableIn(without, medicationsRegion)).rows.flatMap(labelsOf)).toEqual([])
    expect((await without.get(addresses[0]!)).status).toBe(200)
  })

  test('fails in words while the record server is down, each part by itself', async ({ portal, maria }) => {
    const [one] = await find(maria, { city: 'Montclair' })
    await portal.fault({ kind: 'down', path: 'GetMedications' })
    expect((await maria.get(medicationsRegion)).status).toBe(503)
    expect((await maria.get(addresses[0]!)).status).toBe(200)
    expect((await maria.get(pharmacyRegion)).status).toBe(200)
    await portal.fault({ kind: 'down', path: 'harmacy' })
    expect((await maria.get(pharmacyRegion)).status).toBe(503)
    const search = await maria.get<{ errors: { message: string }[] }>(`${resultRegion}?city=Montclair`)
    expect([search.status, search.body.errors[0]?.message]).toEqual([503, expect.stringMatching(/cannot be reached/)])
    expect((await choose(maria, idOf(one!))).status).toBe(503)
  })
})

describe('Find Pharmacy', () => {
  const screen = '/ui/screens/user/home/Myrecord/pharmacy'

  test('asks for all seven parts [2 §2.108]', async ({ maria }) => {
    const { body } = await maria.get<Screen>(screen)
    const [form] = blocksOf(body.blocks, 'form')
    const labels = form?.fields.map(({ label }) => label)
    expect(labels).toEqual(['Name, street or ZIP code', 'Name', 'Address', 'City', 'State', 'Zip', 'Phone', 'Fax'])
  })

  test('leads to the address of what it finds, from which the search can be changed [2 §3.5]', async ({ maria }) => {
    const { body } = await maria.act('myRecords.findPharmacy', { name: ' Corner ', phone: '+1 (646) 555-01' })
    const [leads] = body.effects
    expect(leads).toEqual({ type: 'navigate', to: '/user/home/Myrecord/pharmacy?name=Corner&phone=64655501' })
    const result = await maria.get<Screen>(`${screen}?name=Corner&city=New`)
    const [facts] = blocksOf(result.body.blocks, 'facts')
    expect(facts?.facts.map(({ name, value }) => [name, value])).toEqual([
      ['Name', 'Corner'],
      ['City', 'New'],
    ])
    const change = facts?.change?.do.type === 'navigate' ? facts.change.do.to : ''
    const { body: form } = await maria.get<Screen>(`/ui/screens${change}`)
    expect(blocksOf(form.blocks, 'form')[0]?.value).toEqual({ name: 'Corner', city: 'New' })
  })

  test('with nothing entered says so', async ({ maria }) => {
    for (const nothing of [{}, { name: '', city: '  ' }, { phone: '()' }]) {
      const { status, body } = await maria.act('myRecords.findPharmacy', nothing)
      expect([status, body.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: '/find', message: 'Fill in at least one field.' })],
      ])
    }
    const { body } = await maria.get<Screen>(`${screen}?name=%20`)
    expect(blocksOf(body.blocks, 'region')).toEqual([])
  })

  test.for([
    [{ state: 'New York' }, '/state'],
    [{ zip: 'abc' }, '/zip'],
    [{ phone: 'call me' }, '/phone'],
    [{ fax: '5'.repeat(31) }, '/fax'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ city: 'a\u0000b' }, '/city'],
  ] as const)('refuses %j beside its field', async ([input, pointer], { maria }) => {
    const { status, body } = await maria.act('myRecords.findPharmacy', input)
    expect([status, body.errors.map((each) => each.pointer)]).toEqual([422, [pointer]])
    expect(body.errors[0]?.message).toMatch(/^(Please use|Enter) /)
  })

  test('finds by each part, and by all of them [2 §2.108 §7.25]', async ({ maria }) => {
    const [one] = await find(maria, { city: 'brooklyn' })
    const row = one ?? expect.fail('nothing is in Brooklyn')
    const fax = /Fax (.*)/.exec(row.cells.phone?.help ?? '')?.[1] ?? ''
    const [, city = '', state = '', zip = ''] = /^(.*), (..) (\d+)/.exec(row.cells.address?.help ?? '') ?? []
    const phone = textOf(row, 'phone')
    const parts = { name: textOf(row, 'name'), address: textOf(row, 'address'), city, state, zip, phone, fax }
    for (const [part, text] of Object.entries(parts))
      expect([part, (await find(maria, { [part]: text })).map(({ id }) => id)]).toEqual([
        part,
        expect.arrayContaining([row.id]),
      ])
    expect((await find(maria, parts)).map(({ id }) => id)).toEqual([row.id])
  })

  test.for(['%', '_', "' or ''='", '\\', '"><script>alert(1)</script>', '100%25', '../../etc', '\u202e'])(
    'takes %s for itself, and finds nothing [2 §2.110 §8.42]',
    async (name, { maria }) => {
      const blocks = await blocksIn(maria, `${resultRegion}?${new URLSearchParams({ name })}`)
      expect(blocksOf(blocks, 'notice').map(({ tone, title }) => [tone, title])).toEqual([['warning', 'No Data Found']])
      expect(blocksOf(blocks, 'table')).toEqual([])
    },
  )

  const hrefsOf = (blocks: RegionContent['blocks']) =>
    blocksOf(blocks, 'text').flatMap(({ text }) =>
      typeof text === 'string' ? [] : text.flatMap(({ href, text: words }) => (href ? [[words, href]] : [])),
    )

  test('with a typo in the name asks whether a similar one is meant, as the same search', async ({ maria }) => {
    const blocks = await blocksIn(maria, `${resultRegion}?name=Harbourveiw&state=NJ`)
    expect(wordsOf(blocks)).toContain('No Data Found')
    expect(wordsOf(blocks)).toContain('Did you mean ')
    const links = hrefsOf(blocks).filter(([, href]) => href?.startsWith('/'))
    expect(links.length).toBeGreaterThan(0)
    for (const [name = '', href = ''] of links) {
      expect(name).toMatch(/^Harborview /)
      expect(Object.fromEntries(new URL(href, 'https://portal.example').searchParams)).toEqual({ name, state: 'NJ' })
      expect(await find(maria, { name, state: 'NJ' })).not.toEqual([])
    }
  })

  test.for([
    ['a wrong digit', '07130'],
    ['two swapped digits', '00730'],
  ] as const)('with %s in the ZIP code asks whether an existing one is meant', async ([, zip], { maria }) => {
    const blocks = await blocksIn(maria, `${resultRegion}?zip=${zip}&city=Hoboken`)
    expect(hrefsOf(blocks).filter(([, href]) => href?.startsWith('/'))).toEqual([
      ['07030', '/user/home/Myrecord/pharmacy?city=Hoboken&zip=07030'],
    ])
  })

  test('with something like nothing, or without the help of the record server, suggests nothing', async ({
    portal,
    maria,
  }) => {
    const suggested = async (query: string) => wordsOf(await blocksIn(maria, `${resultRegion}?${query}`))
    expect(await suggested('name=qqqqzzzz')).not.toContain('Did you mean')
    expect(await suggested('name=Harbourveiw&city=Nowhere')).not.toContain('Did you mean')
    for (const kind of ['down', 'refuse', 'nonsense'] as const) {
      await portal.fault({ kind, path: 'SuggestPharmacies' })
      const words = await suggested('name=Harbourveiw')
      expect([kind, words.includes('No Data Found'), words.includes('Did you mean')]).toEqual([kind, true, false])
      await portal.heal()
    }
  })

  const placesOf = (rows: Row[]) => rows.map(({ cells }) => cells.address?.help ?? '')

  test('takes a name, a street or a town in one field, and folds the parts of a pharmacy', async ({ maria }) => {
    const { body } = await maria.get<Screen>(screen)
    const [form] = blocksOf(body.blocks, 'form')
    expect(form?.groups).toMatchObject([{ title: 'More', folded: { change: 'More' } }])
    const changed = await maria.get<Screen>(`${screen}?city=New&change=yes`)
    expect(blocksOf(changed.body.blocks, 'form')[0]?.groups?.[0]?.folded).toBeUndefined()
    const ids = async (query: Record<string, string>) => (await find(maria, query)).map(({ id }) => id)
    for (const [part, words] of [
      ['name', 'corner'],
      ['address', 'orchard'],
      ['city', 'montclair'],
    ] as const) {
      const byPart = await ids({ [part]: words })
      expect([part, byPart.length > 0, await ids({ find: words })]).toEqual([
        part,
        true,
        expect.arrayContaining(byPart),
      ])
    }
    const [there] = await find(maria, { city: 'Montclair' })
    const both = await find(maria, { find: textOf(there!, 'name'), city: 'Montclair' })
    expect(both.map(({ id }) => id)).toContain(there?.id)
    expect(both.every(({ cells }) => cells.address?.help?.startsWith('Montclair'))).toBe(true)
  })

  test.for(['07030', '07030-1234', '90001', '10048'])(
    'finds the nearest ten around %s, the nearest first',
    async (zip, { maria }) => {
      const blocks = await blocksIn(maria, `${resultRegion}?find=${zip}`)
      expect(wordsOf(blocks)).toContain('The nearest 10 pharmacies')
      expect(wordsOf(blocks)).toContain(`from the middle of ZIP code ${zip.slice(0, 5)}.`)
      const rows = blocksOf(blocks, 'table')[0]?.rows ?? []
      expect(rows).toHaveLength(10)
      if (zip.startsWith('07030')) expect(placesOf(rows)[0]).toBe('Hoboken, NJ 07030 · same ZIP code')
    },
  )

  test('finds a name around a ZIP code, and says that there is none only where there is none', async ({ maria }) => {
    const rows = await find(maria, { find: 'Corner 07030' })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => textOf(row, 'name').startsWith('Corner'))).toBe(true)
    const row = rows[0] ?? expect.fail('nothing is near')
    const [act] = row.actions ?? []
    const input = act?.do.type === 'call' ? (act.do.input ?? {}) : {}
    expect((await maria.act('myRecords.choosePharmacy', input)).status).toBe(200)
    for (const words of ['qqqqzzzz', 'qqqqzzzz 07030'])
      expect(wordsOf(await blocksIn(maria, `${resultRegion}?find=${words}`))).toContain('No Data Found')
    const blocks = await blocksIn(maria, `${resultRegion}?find=Harbourveiw%2007030`)
    const [, href = ''] = hrefsOf(blocks).find(([name]) => name?.startsWith('Harborview')) ?? []
    expect(new URL(href, 'https://portal.example').searchParams.get('find')).toMatch(/^Harborview .* 07030$/)
  })

  test('takes a ZIP code of nine digits for its first five', async ({ maria }) => {
    const { body } = await maria.act('myRecords.findPharmacy', { zip: '07030-1234' })
    expect(body.effects[0]).toEqual({ type: 'navigate', to: '/user/home/Myrecord/pharmacy?zip=07030' })
  })

  test('lists the nearest first, with about how far they are', async ({ portal, maria }) => {
    const rows = await find(maria, { name: 'pharmacy' })
    const far = rows.map(({ cells }) => cells.address?.help?.split(' · ')[1])
    const miles = far.map((words) => Number(/^about ([\d.]+) mi$/.exec(words ?? '')?.[1] ?? 0))
    expect(miles).toEqual(miles.toSorted((one, other) => one - other))
    expect(miles.at(-1)).toBeGreaterThan(1)
    expect(far[0]).toMatch(/^(your ZIP code|less than 1 mi|about \d)/)
    await portal.fault({ kind: 'down', path: 'GetPatientHeader' })
    const byName = await find(maria, { name: 'pharmacy' })
    expect(byName.map((row) => textOf(row, 'name'))).toEqual(
      byName.map((row) => textOf(row, 'name')).toSorted((one, other) => one.localeCompare(other, 'en')),
    )
    expect(byName.some(({ cells }) => cells.address?.help?.includes('·'))).toBe(false)
    await portal.heal()
  })

  test('offers what is near where there is too much, but not to guardians', async ({ maria, gabriel }) => {
    const near = hrefsOf(await blocksIn(maria, `${resultRegion}?name=pharmacy`)).find(
      ([words]) => words === 'search near you',
    )
    expect(near?.[1]).toMatch(/^\/user\/home\/Myrecord\/pharmacy\?name=pharmacy&zip=\d{3}$/)
    const words = wordsOf(await blocksIn(gabriel, `${resultRegion}?name=pharmacy`))
    expect(words).toContain('There may be others.')
    expect(words).not.toContain('search near you')
    expect(words).toContain("from the middle of Lucas's ZIP code")
  })

  test('shows the pharmacy of the patient above what it finds, also where it finds nothing', async ({
    maria,
    nora,
  }) => {
    for (const query of ['name=pharmacy', 'name=qqqqzzzz'])
      expect(wordsOf(await blocksIn(maria, `${resultRegion}?${query}`))).toContain('Your pharmacy now: ')
    expect(wordsOf(await blocksIn(nora, `${resultRegion}?name=qqqqzzzz`))).not.toContain('Your pharmacy now: ')
  })

  test('shows fifty of what is too much, and says that there may be others', async ({ maria }) => {
    const blocks = await blocksIn(maria, `${resultRegion}?name=pharmacy`)
    expect(wordsOf(blocks)).toContain('The first 50 pharmacies')
    expect(wordsOf(blocks)).toContain('There may be others.')
    const [table] = blocksOf(blocks, 'table')
    expect([table?.rows.length, table?.paging?.total]).toEqual([10, 50])
    expect(table?.paging?.toPage.to).toBe('/user/home/Myrecord/pharmacy?name=pharmacy&size=10')
    expect(wordsOf(await blocksIn(maria, `${resultRegion}?city=Montclair`))).not.toContain('There may be others.')
  })
})

describe('a pharmacy', () => {
  test('is shown above the medications, and another one takes its place [2 §1.10 §2.109 §7.26]', async ({ maria }) => {
    const before = await pharmacyOf(maria)
    expect(before).toContain('Find Pharmacy')
    const [row] = (await find(maria, { city: 'Montclair' })).filter((each) => labelsOf(each).length > 0)
    const [choice] = row!.actions!
    expect([choice?.label, choice?.style]).toEqual(['Choose', 'primary'])
    const call = choice?.do.type === 'call' ? choice.do : expect.fail('it is no call')
    expect(call.confirm?.title).toBe(`Choose ${textOf(row!, 'name')}?`)
    const { status, body } = await maria.act(call.action, call.input ?? {})
    expect([status, body.effects]).toEqual([
      200,
      [
        { type: 'notify', tone: 'success', text: `${textOf(row!, 'name')} is now your pharmacy.` },
        { type: 'navigate', to: '/user/home/Myrecord' },
      ],
    ])
    const after = await pharmacyOf(maria)
    expect(after).toContain(textOf(row!, 'address'))
    expect(after).not.toBe(before)
    const [chosen] = (await find(maria, { city: 'Montclair' })).filter(({ id }) => id === row!.id)
    expect([chosen?.cells.name?.help, labelsOf(chosen!)]).toEqual(['Your pharmacy now', []])
  })

  test('that nobody has chosen yet is none in words', async ({ nora }) => {
    expect(await pharmacyOf(nora)).toContain('No pharmacy has been chosen yet.')
  })

  test('can be chosen twice, and in two tabs: the later choice counts', bothEngines, async ({ portal, nora }) => {
    const [one, other] = await find(nora, { city: 'Montclair' })
    const key = 'one-key-for-one-press'
    const twice = [1, 2].map(() =>
      nora.act('myRecords.choosePharmacy', { pharmacy: idOf(one!), city: 'Montclair' }, { key }),
    )
    const [first, second] = await Promise.all(twice)
    expect([first?.status, second?.body.effects]).toEqual([200, first?.body.effects])
    const tab = await portal.signIn('new.patient')
    expect((await choose(tab, idOf(other!))).status).toBe(200)
    expect(await pharmacyOf(nora)).toContain(textOf(other!, 'address'))
    for (const visitor of [nora, tab]) expect((await choose(visitor, idOf(one!))).status).toBe(200)
    expect(await pharmacyOf(tab)).toContain(textOf(one!, 'address'))
  })

  test('of a patient changes on every other open screen of theirs', bothEngines, async ({ portal, gabriel, maria }) => {
    const { patientN } = people.lucasAlvarez
    const topic = patientTopic({ licenseeId: 'lakeside', patientId: String(patientN) }, 'pharmacy')
    const region = await gabriel.get<RegionContent>(pharmacyRegion)
    expect(region.body.topics).toContain(topic)
    const cookie = [...gabriel.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await openLivePage(portal, [topic], { cookie })
    const [one] = await find(gabriel, { city: 'Hoboken' })
    const before = await pharmacyOf(maria)
    const { body } = await choose(gabriel, idOf(one!), { city: 'Hoboken' })
    expect(body.effects[0]).toMatchObject({ text: `${textOf(one!, 'name')} is now Lucas's pharmacy.` })
    await page.caughtUp()
    expect(page.heard.flatMap(({ topics }) => topics)).toEqual([topic])
    expect(await pharmacyOf(maria)).toBe(before)
  })

  test('that the search does not find, or that does not exist, is not chosen', async ({ maria, ben }) => {
    const before = await pharmacyOf(maria)
    const [own] = await find(maria, { city: 'Hoboken' })
    const [foreign] = await find(ben, { state: 'CO' })
    const tries = [
      choose(maria, '999999'),
      choose(maria, idOf(own!)),
      choose(maria, idOf(own!), {}),
      choose(maria, idOf(foreign!), { state: 'CO' }),
    ]
    for (const { status, body } of await Promise.all(tries))
      expect([status, body.errors[0]?.message]).toEqual([
        404,
        'This pharmacy is no longer listed. Please search again.',
      ])
    for (const wrong of ['0', '-1', 'x', "1' or '1'='1"]) expect((await choose(maria, wrong)).status).toBe(422)
    expect(await pharmacyOf(maria)).toBe(before)
  })

  test('whose choice lost its answer is looked up; without an answer nobody says that it was chosen', async ({
    portal,
    maria,
  }) => {
    const [one, other] = await find(maria, { city: 'Hoboken' })
    await portal.fault({ kind: 'lost', path: 'UpdatePharmacy' })
    const { status, body } = await choose(maria, idOf(one!), { city: 'Hoboken' })
    expect([status, body.effects[0]]).toEqual([
      200,
      { type: 'notify', tone: 'success', text: `${textOf(one!, 'name')} is now your pharmacy.` },
    ])
    await portal.heal()
    await portal.fault({ kind: 'hang', path: 'UpdatePharmacy' })
    const unknown = await choose(maria, idOf(other!), { city: 'Hoboken' })
    expect([unknown.status, unknown.body.errors[0]?.message]).toEqual([
      503,
      expect.stringMatching(/^We could not confirm that your pharmacy was changed/),
    ])
    await portal.heal()
    expect(await pharmacyOf(maria)).toContain(textOf(one!, 'address'))
  })
})
