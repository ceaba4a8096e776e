// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakePortal, json, problem, screen } from '../../tests/support/fake-portal.ts'

describe('a screen', () => {
  it('that may not be seen leads where its problem says, in the place of the requested one', async () => {
    const login = screen({ route: '/login', title: 'Sign in' })
    const { portal, history } = fakePortal({
      '/ui/screens/rooms': problem(401, { redirect: '/login', screen: screen() }),
      '/ui/screens/login': json(login),
    })
    await portal.screens.show('/rooms')
    expect(portal.view.get()?.screen.title).toBe('Sign in')
    expect(history.path()).toBe('/login')
  })

  it('that has an address of its own takes the place of the requested one, and is asked for there', async () => {
    const { portal, history, requests } = fakePortal({
      '/ui/screens/new': json(screen({ location: '/new?id=7' })),
      '/ui/screens/new?id=7': json(screen()),
    })
    await portal.screens.show('/new', { arrived: true })
    expect([history.path(), portal.view.get()?.path]).toEqual(['/new?id=7', '/new?id=7'])
    await portal.screens.refresh()
    expect(requests.at(-1)?.url).toBe('/ui/screens/new?id=7')
  })

  it('that there is none of is drawn as the server says', async () => {
    const { portal, history } = fakePortal({
      '/ui/screens/nowhere': problem(404, { screen: screen({ title: 'Not found' }) }),
    })
    await portal.screens.show('/nowhere')
    expect(portal.view.get()?.screen.title).toBe('Not found')
    expect(history.path()).toBe('/nowhere')
  })

  it.each([404, 409, 503])('that is refused with %i is drawn as the server says', async (status) => {
    const { portal } = fakePortal({
      '/ui/screens/': json(screen()),
      '/ui/screens/used': problem(status, { screen: screen({ title: 'Used up' }) }),
    })
    await portal.screens.show('/')
    await portal.screens.show('/used')
    expect([portal.view.get()?.screen.title, portal.errorBanner.get()]).toEqual(['Used up', undefined])
  })

  it('that does not come leaves the one before, with a way to try again', async () => {
    const { portal, history } = fakePortal({
      '/ui/screens/': json(screen()),
      '/ui/screens/rooms': () => {
        throw new TypeError('network')
      },
    })
    await portal.screens.show('/')
    const before = portal.view.get()
    await portal.screens.show('/rooms')
    expect(portal.view.get()).toBe(before)
    expect(portal.errorBanner.get()).toMatchObject({
      text: expect.stringMatching('connection was lost'),
      retry: expect.any(Function),
    })
    expect(history.path()).toBe('/')
  })

  it('that comes too late does not replace a newer one', async () => {
    let arrive: (response: Response) => void = () => undefined
    const { portal } = fakePortal({
      '/ui/screens/slow': () => new Promise<Response>((done) => (arrive = done)),
      '/ui/screens/fast': json(screen({ title: 'Fast' })),
    })
    const slow = portal.screens.show('/slow')
    await portal.screens.show('/fast')
    arrive(json(screen({ title: 'Slow' })))
    await slow
    expect(portal.view.get()?.screen.title).toBe('Fast')
  })

  it('in another protocol is not drawn; the person is prompted to reload', async () => {
    const { portal } = fakePortal({
      '/ui/screens/': json(screen()),
      '/ui/screens/new': json({ ...screen(), protocol: '2.0', title: 'New' }),
    })
    await portal.screens.show('/')
    await portal.screens.show('/new')
    expect(portal.outdated.get()).toBe(true)
    expect(portal.view.get()?.screen.title).toBe('Rooms')
  })

  it('with a newer minor protocol is drawn', async () => {
    const { portal } = fakePortal({ '/ui/screens/': json({ ...screen(), protocol: '1.7' }) })
    await portal.screens.show('/')
    expect(portal.view.get()?.screen.title).toBe('Rooms')
  })

  it('requested again is no arrival, and keeps what did not change', async () => {
    const answers = [screen(), screen({ title: 'Rooms today' })]
    const { portal } = fakePortal({ '/ui/screens/': () => json(answers.shift()) })
    await portal.screens.show('/')
    const before = portal.view.get()
    await expect(portal.screens.refresh({ background: true })).resolves.toBe(true)
    expect(portal.view.get()).toMatchObject({ arrival: before?.arrival, screen: { title: 'Rooms today' } })
    expect(portal.view.get()?.screen.blocks).toBe(before?.screen.blocks)
  })

  it('requested again is not overwritten by an older answer that comes late', async () => {
    let arrive = (_answer: Response) => {}
    const late = new Promise<Response>((resolve) => (arrive = resolve))
    const answers = [json(screen()), late, json(screen({ title: 'Rooms tomorrow' }))]
    const { portal, requests } = fakePortal({ '/ui/screens/': async () => (await answers.shift()) ?? json(screen()) })
    await portal.screens.show('/')
    const refreshed = portal.screens.refresh({ background: true })
    portal.screens.renew({ screen: screen({ title: 'Rooms after an act' }), asOf: undefined })
    arrive(json(screen({ title: 'Rooms before it' })))
    await expect(refreshed).resolves.toBe(true)
    expect(portal.view.get()?.screen.title).toBe('Rooms tomorrow')
    expect(requests.filter(({ url }) => url === '/ui/screens/')).toHaveLength(3)
  })

  it.each([
    ['', {}, { title: 'Rooms', dialogs: 1 }],
    [', unless that leads to another screen', { redirect: '/login' }, { title: 'Sign in', dialogs: 0 }],
  ])('that a hint finds changed (409) stays, with its dialog%s', async (_, more, left) => {
    const answers = [json(screen()), problem(409, { screen: screen({ title: 'Used up' }), ...more })]
    const { portal } = fakePortal({
      '/ui/screens/': () => answers.shift() ?? json(screen()),
      '/ui/screens/login': json(screen({ route: '/login', title: 'Sign in' })),
    })
    await portal.screens.show('/')
    portal.dialogs.open({ id: 'rename', title: 'Rename', blocks: [], actions: [] })
    await portal.screens.refresh({ background: true })
    expect([portal.view.get()?.screen.title, portal.errorBanner.get()]).toEqual([left.title, undefined])
    expect(portal.dialogs.stack.get()).toHaveLength(left.dialogs)
  })

  it('that is switched off while it is open stays, says so beside it, and says nothing once it is on again', async () => {
    const off = { stays: true, detail: 'Rooms are switched off.', screen: screen({ title: 'Switched off' }) }
    const responses = [json(screen()), problem(403, off), json(screen())]
    const { portal } = fakePortal({ '/ui/screens/': () => responses.shift() ?? json(screen()) })
    await portal.screens.show('/')
    portal.dialogs.open({ id: 'rename', title: 'Rename', blocks: [], actions: [] })
    await portal.screens.refresh({ background: true })
    expect([portal.view.get()?.screen.title, portal.dialogs.stack.get()]).toMatchObject(['Rooms', [{}]])
    expect(portal.errorBanner.get()).toMatchObject({ text: 'Rooms are switched off.', isBeside: true })
    await portal.screens.refresh({ background: true })
    expect(portal.errorBanner.get()).toBeUndefined()
  })

  it('that arrives while the one before is requested again is not overwritten by it', async () => {
    let arrive = (_answer: Response) => {}
    const late = new Promise<Response>((resolve) => (arrive = resolve))
    const before = [json(screen()), late]
    let lead = (_answer: Response) => {}
    const next = new Promise<Response>((resolve) => (lead = resolve))
    const { portal } = fakePortal({
      '/ui/screens/': async () => (await before.shift()) ?? json(screen()),
      '/ui/screens/attic': () => next,
    })
    await portal.screens.show('/')
    const shown = portal.screens.show('/attic')
    const refreshed = portal.screens.refresh({ background: true })
    lead(json(screen({ route: '/attic', title: 'Attic' })))
    await shown
    arrive(json(screen({ title: 'Rooms today' })))
    await expect(refreshed).resolves.toBe(false)
    expect(portal.view.get()?.screen.title).toBe('Attic')
  })

  it('keeps in its regions what an action put there, while they are unchanged', async () => {
    const list = { topics: [], blocks: [{ kind: 'text', id: 'text', text: 'Ten rooms' }] }
    const responses = [json(list, { etag: '"1"' }), new Response(null, { status: 304 })]
    const { portal } = fakePortal({ '/ui/regions/rooms': () => responses.shift() ?? json(list) })
    portal.regions.want('list', 'rooms')
    await expect.poll(() => portal.regions.store('list').get().content).toBeDefined()
    portal.regions.change((content) => ({ ...content, blocks: [] }))
    await expect(portal.regions.revalidate()).resolves.toBe(false)
    expect(portal.regions.store('list').get().content?.blocks).toEqual([])
  })

  it('that is refused when it is opened comes when it is on again', async () => {
    const off = { stays: true, screen: screen({ title: 'Switched off' }) }
    const responses = [problem(403, off), problem(403, off), json(screen())]
    const { portal } = fakePortal({ '/ui/screens/': () => responses.shift() ?? json(screen()) })
    const titles: unknown[] = []
    await portal.screens.show('/')
    titles.push(portal.view.get()?.screen.title)
    await portal.screens.refresh({ background: true })
    titles.push(portal.view.get()?.screen.title, portal.errorBanner.get())
    await portal.screens.refresh({ background: true })
    expect([...titles, portal.view.get()?.screen.title]).toEqual(['Switched off', 'Switched off', undefined, 'Rooms'])
  })

  const down = () => problem(503, { screen: screen({ title: 'This did not work' }) })
  const gone = () => {
    throw new TypeError('network')
  }
  it.each([
    ['by a hint', true, down],
    ['by an act', false, down],
    ['by a hint without a connection', true, gone],
    ['by an act without a connection', false, gone],
  ])(
    'that cannot be updated %s stays with its dialog, says so beside it, and is asked for after 10, 30 and 60 s',
    async (_, background, failed) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      let answer: () => Response = () => json(screen())
      const { portal, requests } = fakePortal({ '/ui/screens/': () => answer() })
      await portal.screens.show('/')
      portal.dialogs.open({ id: 'sent', title: 'It was sent', blocks: [], actions: [] })
      answer = failed
      requests.length = 0
      await portal.screens.refresh({ background })
      const shown = () => [portal.view.get()?.screen.title, portal.dialogs.stack.get().length, portal.errorBanner.get()]
      const requested: number[] = []
      for (const seconds of [9, 1, 29, 1, 59, 1, 60]) {
        expect([...shown(), portal.retries.isLate.get()]).toEqual(['Rooms', 1, undefined, true])
        await vi.advanceTimersByTimeAsync(seconds * 1_000)
        requested.push(requests.length)
      }
      expect(requested).toEqual([1, 2, 2, 3, 3, 4, 5])
      answer = () => json(screen({ title: 'Rooms today' }))
      await vi.advanceTimersByTimeAsync(60_000)
      expect([...shown(), portal.retries.isLate.get()]).toEqual(['Rooms today', 1, undefined, false])
      await vi.advanceTimersByTimeAsync(600_000)
      expect(requests).toHaveLength(6)
    },
  )

  it('that cannot be opened for the moment comes by itself, in its place and at its own address', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const answers = [down(), down(), json(screen({ location: '/new?id=7' }))]
    const { portal, history } = fakePortal({ '/ui/screens/new': () => answers.shift() ?? json(screen()) })
    await portal.screens.show('/new')
    const arrival = portal.view.get()?.arrival
    await vi.advanceTimersByTimeAsync(10_000)
    expect(portal.view.get()).toMatchObject({ screen: { title: 'This did not work' }, arrival })
    expect([portal.retries.isLate.get(), portal.errorBanner.get()]).toEqual([false, undefined])
    await vi.advanceTimersByTimeAsync(30_000)
    expect([portal.view.get()?.screen.title, history.path()]).toEqual(['Rooms', '/new?id=7'])
  })

  it('that was left is not asked for again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { portal, requests } = fakePortal({ '/ui/screens/': down(), '/ui/screens/attic': json(screen()) })
    await portal.screens.show('/')
    await portal.screens.show('/attic')
    requests.length = 0
    await vi.advanceTimersByTimeAsync(100_000)
    expect(requests).toEqual([])
  })

  it('keeps its regions while they cannot be updated, and those that could not be fetched come by themselves', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const list = (text: string) => json({ topics: [], blocks: [{ kind: 'text', id: 'text', text }] })
    let answer: () => Response = () => list('Ten rooms')
    const { portal } = fakePortal({ '/ui/regions/rooms': () => answer(), '/ui/regions/halls': () => answer() })
    const state = (block: string) => portal.regions.store(block).get()
    portal.regions.want('list', 'rooms')
    await vi.advanceTimersByTimeAsync(0)
    answer = down
    await portal.regions.refresh('list')
    portal.regions.want('others', 'halls')
    await vi.advanceTimersByTimeAsync(0)
    expect(state('list')).toMatchObject({ content: { blocks: [{ text: 'Ten rooms' }] }, waiting: false })
    expect([state('list').failure, state('others').failure, portal.retries.isLate.get()]).toEqual([
      undefined,
      expect.any(Error),
      true,
    ])
    answer = () => list('Nine rooms')
    await vi.advanceTimersByTimeAsync(10_000)
    for (const block of ['list', 'others']) {
      expect(state(block)).toMatchObject({ content: { blocks: [{ text: 'Nine rooms' }] } })
      expect(state(block).failure).toBeUndefined()
    }
    expect(portal.retries.isLate.get()).toBe(false)
  })

  it('that its person asks for again and that is refused with 409 is drawn as the server says', async () => {
    const answers = [json(screen()), problem(409, { screen: screen({ title: 'Used up' }) })]
    const { portal } = fakePortal({ '/ui/screens/': () => answers.shift() ?? json(screen()) })
    await portal.screens.show('/')
    await portal.screens.refresh()
    expect(portal.view.get()?.screen.title).toBe('Used up')
  })

  it('is gone from sight after a purge', async () => {
    const { portal } = fakePortal({ '/ui/screens/': json(screen()) })
    await portal.screens.show('/')
    portal.purge()
    expect(portal.view.get()).toBeUndefined()
  })
})

describe('the regions that come with a screen', () => {
  const content = (text: string) => ({
    id: 'rooms.list',
    topics: ['rooms'],
    blocks: [{ kind: 'text', id: 'text', text }],
  })
  const withRegion = (text: string) =>
    json({ ...screen(), regions: { 'rooms.list?page=1': content(text) } }, { etag: text })
  const listBlock = ({ regions }: ReturnType<typeof fakePortal>['portal']) =>
    regions.store('list').get().content?.blocks[0]

  it('are there when their blocks are drawn, without being requested', async () => {
    const { portal, requests } = fakePortal({ '/ui/screens/rooms': withRegion('With') })
    await portal.screens.show('/rooms')
    portal.regions.want('list', 'rooms.list?page=1')
    expect(listBlock(portal)).toMatchObject({ text: 'With' })
    expect(portal.regions.drawn()).toEqual([{ topics: ['rooms'] }])
    expect(requests.map(({ url }) => url)).not.toContain('/ui/regions/rooms.list?page=1')
    expect(portal.view.get()?.screen).not.toHaveProperty('regions')
  })

  it('are used once: later they are requested', async () => {
    const { portal } = fakePortal({
      '/ui/screens/rooms': withRegion('With'),
      '/ui/regions/rooms.list?page=1': json(content('Asked')),
    })
    await portal.screens.show('/rooms')
    portal.regions.want('list', 'rooms.list?page=1')
    portal.regions.drop('list')
    portal.regions.want('list', 'rooms.list?page=1')
    await expect.poll(() => listBlock(portal)).toMatchObject({ text: 'Asked' })
  })

  it('renew what shows when the screen is requested again', async () => {
    const answers = [withRegion('First'), withRegion('Second')]
    const { portal } = fakePortal({ '/ui/screens/rooms': () => answers.shift()! })
    await portal.screens.show('/rooms')
    portal.regions.want('list', 'rooms.list?page=1')
    await portal.screens.refresh()
    expect(listBlock(portal)).toMatchObject({ text: 'Second' })
  })

  it('are those of then when the screen itself is the one of before', async () => {
    const answers = [withRegion('Then'), new Response(null, { status: 304 })]
    const { portal, requests } = fakePortal({
      '/ui/screens/rooms': () => answers.shift()!,
      '/ui/regions/rooms.list?page=1': json(content('Now')),
    })
    await portal.screens.show('/rooms')
    await portal.screens.show('/rooms')
    portal.regions.want('list', 'rooms.list?page=1')
    expect(requests.map(({ url }) => url)).toContain('/ui/regions/rooms.list?page=1')
  })
})
