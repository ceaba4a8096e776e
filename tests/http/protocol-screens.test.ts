import { describe, expect } from 'vitest'
import { practiceSettings } from '../../server/licensees/settings/practice.settings.ts'
import { protocolTest, lakeside, openProtocolPortal, signIn, visit, type Answer } from './protocol-portal.ts'
import { checkContract } from '../../server/protocol/contract-check.ts'

const test = protocolTest({ patient: 'maria.alvarez' }).extend('visitor', { scope: 'file' }, ({ protocol }) =>
  visit(protocol),
)

interface ProblemAnswer {
  status: number
  code: string
  detail: string
  redirect?: string
  instance?: string
  screen?: { route: string; blocks: { id: string; text?: string }[] }
}

/** Returns a problem after checking it against the contract; it contains the screen to draw. */
function problemIn(answer: Answer): ProblemAnswer {
  const problem = answer.json<ProblemAnswer>()
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(problem.status).toBe(answer.statusCode)
  checkContract('Problem', problem)
  return problem
}

describe('a screen', () => {
  test('comes with a strong ETag and is answered 304 as long as it is the same', async ({ visitor }) => {
    const first = await visitor.get('/ui/screens/')
    expect(first.statusCode).toBe(200)
    expect(first.headers.etag).toMatch(/^"[\w-]{20,}"$/)
    const again = await visitor.get('/ui/screens/', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    const stale = await visitor.get('/ui/screens/', { 'if-none-match': '"another"' })
    expect([stale.statusCode, stale.body]).toEqual([200, first.body])
  })

  test('gets another ETag when a setting that it depends on changes', async ({ protocol, visitor }) => {
    const before = await visitor.get('/ui/screens/')
    const changed = await protocol.portal.settings.change({
      licenseeId: 'lakeside',
      setting: practiceSettings.LicenseeName,
      value: 'Lakeside Skin',
      seenVersion: 0,
      by: 'test',
      at: protocol.clock.now,
    })
    expect(changed).toBe(true)
    const after = await visitor.get('/ui/screens/', { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.body).toContain('Lakeside Skin')
    const other = await visit(protocol, { host: 'northgate.localhost' }).get('/ui/screens/')
    expect(other.body).not.toContain('Lakeside Skin')
  })

  test('names the topics that it depends on', async ({ visitor }) => {
    const { topics } = (await visitor.get('/ui/screens/')).json<{ topics: string[] }>()
    expect(topics).toContain('licensee:lakeside/settings/LicenseeName')
    expect(topics).toEqual(topics.toSorted())
  })

  test('is kept by nobody on the way', async ({ patient }) => {
    for (const path of ['/ui/screens/', '/ui/shell', '/ui/screens/user/home/dashboard', '/ui/regions/protocol.part']) {
      const { statusCode, headers } = await patient.get(path)
      expect([path, statusCode, headers['cache-control'], headers.vary]).toEqual([
        path,
        200,
        'private, no-store',
        'cookie',
      ])
    }
  })

  test('takes the parts of its path and its query, and refuses what they must not be', async ({ visitor }) => {
    expect((await visitor.get('/ui/screens/protocol/open/a%20b?page=3&unknown=1')).body).toContain('a b, page 3')
    const refused = await visitor.get('/ui/screens/protocol/open/a?page=x')
    expect(problemIn(refused)).toMatchObject({ status: 422, code: 'input.invalid' })
    expect(problemIn(await visitor.get('/ui/screens/protocol/open/a?page=1&page=2'))).toMatchObject({ status: 422 })
  })
})

describe('what cannot be shown comes as a problem with a screen to draw', () => {
  test.for([
    ['an unknown route', '/ui/screens/nowhere', { status: 404, code: 'route.unknown' }],
    ['a screen that needs a session', '/ui/screens/user/home/dashboard', { status: 401, code: 'access.signIn' }],
    ['a part that is switched off', '/ui/screens/protocol/off', { status: 403, code: 'route.off' }],
    ['a failure that nobody expected', '/ui/screens/protocol/broken', { status: 500, code: 'failed' }],
    ['an answer that breaks the contract', '/ui/screens/protocol/foreign', { status: 500, code: 'failed' }],
    ['a record server that is slow', '/ui/screens/protocol/slow', { status: 504, code: 'practice.slow' }],
    [
      'a record server with an invalid response',
      '/ui/screens/protocol/nonsense',
      { status: 502, code: 'practice.nonsense' },
    ],
    ['a record server that is down', '/ui/screens/protocol/down', { status: 503, code: 'practice.unavailable' }],
  ] as const)('%s', async ([, path, expected], { visitor }) => {
    const problem = problemIn(await visitor.get(path))
    expect(problem).toMatchObject({ ...expected, screen: { route: path.slice('/ui/screens'.length) } })
    expect(problem.screen?.blocks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['problem-title', 'problem', 'problem-next']),
    )
  })

  test('a failure that nobody expected asks to try again later, in the words of the specification [1 §8.1] [2 §8.1]', async ({
    visitor,
  }) => {
    const { detail, screen } = problemIn(await visitor.get('/ui/screens/protocol/broken'))
    expect(detail).toBe('Something went wrong. Please try again later.')
    expect(JSON.stringify(screen?.blocks)).toContain('Something went wrong. Please try again later.')
  })

  test('a screen of another role', async ({ protocol }) => {
    const admin = await signIn(protocol, 'front.desk')
    expect(problemIn(await admin.get('/ui/screens/protocol/patients'))).toMatchObject({
      status: 403,
      code: 'access.denied',
      screen: { route: '/protocol/patients' },
    })
  })

  test('with the way back to the screen after signing in [1 §2.27] [2 §2.39]', async ({ visitor }) => {
    const { redirect } = problemIn(await visitor.get('/ui/screens/user/home/dashboard?a=1'))
    expect(redirect).toBe(`/user/login?next=${encodeURIComponent('/user/home/dashboard?a=1')}`)
  })

  test('with when to come back, where the record server is down', async ({ visitor }) => {
    expect((await visitor.get('/ui/screens/protocol/down')).headers['retry-after']).toBe('30')
  })

  test('without a word of what went wrong inside', async ({ visitor }) => {
    const answer = await visitor.get('/ui/screens/protocol/broken')
    const { instance, ...rest } = problemIn(answer)
    expect(instance).toMatch(/^[A-Z]{6}-[0-9a-f-]{36}$/)
    expect(JSON.stringify(rest)).not.toMatch(/Alvarez|1984|at Object|\.ts/)
  })
})

test('a region or an action that nobody offers is a 404', async ({ visitor }) => {
  expect(problemIn(await visitor.get('/ui/regions/no.such'))).toMatchObject({ status: 404 })
  expect(problemIn(await visitor.act('no.such', {}))).toMatchObject({ status: 404 })
  expect(problemIn(await visitor.get('/ui/schemas/Nothing'))).toMatchObject({ status: 404 })
})

test('a screen of two spellings of its address is the same', async ({ visitor }) => {
  const slash = await visitor.get('/ui/screens/privacypolicy/')
  expect(slash.json()).toEqual((await visitor.get('/ui/screens/privacypolicy')).json())
})

describe('a host of no practice', () => {
  const anywhere = [
    '/ui/shell',
    '/ui/screens/',
    '/ui/screens/user/login',
    '/ui/screens/nowhere',
    '/ui/screens/protocol/down',
    '/ui/regions/protocol.part',
    '/ui/regions/no.such',
    '/ui/nothing',
  ]

  test.for(anywhere)('is told so at %s [1 §2.5 §8.33]', async (path, { protocol }) => {
    const problem = problemIn(await visit(protocol, { host: 'elsewhere.example' }).get(path))
    expect(problem).toMatchObject({
      status: 421,
      code: 'site.unknown',
      detail: 'Unknown MD Charts site. Please enter valid URL',
    })
    if (path.startsWith('/ui/screens')) expect(problem.screen?.route).toBe(path.slice('/ui/screens'.length))
  })

  test('cannot act either', async ({ protocol }) => {
    const answer = await visit(protocol, { host: 'elsewhere.example' }).act('account.signIn', {
      Username: 'maria.alvarez',
      Password: 'Sunny-Harbor-42',
    })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([421, undefined])
    expect((await visit(protocol, { host: 'elsewhere.example' }).act('no.such', {})).statusCode).toBe(421)
  })

  test.for([`${lakeside}.evil.example`, `evil.example?${lakeside}`, `x.${lakeside}`])(
    'such as "%s", is not taken for one that looks alike',
    async (host, { protocol }) => {
      expect([400, 421]).toContain((await visit(protocol, { host }).get('/ui/screens/')).statusCode)
    },
  )

  test('does not depend on a header of the request', async ({ protocol }) => {
    const answer = await visit(protocol, { host: 'elsewhere.example' }).get('/ui/screens/', {
      'x-forwarded-host': lakeside,
    })
    expect(answer.statusCode).toBe(421)
  })

  test('a known host counts with its port, in any case and with the dot at its end [1 §7.45] [2 §7.3]', async ({
    protocol,
  }) => {
    for (const host of [`${lakeside}:3000`, 'LAKESIDE.localhost', `${lakeside}.`]) {
      expect((await visit(protocol, { host }).get('/ui/screens/')).statusCode).toBe(200)
    }
  })
})

test('a portal without its features runs and shows nothing that it does not have', async () => {
  const protocol = await openProtocolPortal({ empty: true })
  try {
    const visitor = visit(protocol)
    const shell = await visitor.get('/ui/shell')
    expect(shell.statusCode).toBe(200)
    expect(shell.json<{ navigation: { entries: unknown[] } }>().navigation.entries).toEqual([])
    expect((await visitor.get('/ui/catalog')).json<{ screens: { feature: string }[] }>().screens).not.toEqual([])
    expect(problemIn(await visitor.get('/ui/screens/user/login')).code).toBe('route.unknown')
  } finally {
    await protocol.close()
  }
})
