import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentVariables, inlineCode, machineTraces, npmCommands, unsafePolicies } from './leftovers.ts'
import { isTest, readText, repositoryFiles, root } from './repository.ts'

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> } // written by npm
const files = repositoryFiles()
const missing = (names: string[]) => names.filter((name) => !(name in scripts))

test('nothing in the repository names a machine or a host of packages', () => {
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['package-lock.json', '.ci/run', 'server/app.ts']),
  )
  // These two contain the patterns they search for.
  const others = files.filter(({ path }) => !/^tests\/guards\/(leftovers|repository\.test)\.ts$/.test(path))
  expect(machineTraces(others)).toEqual([])
})

test('the lock file has no addresses, so that it installs from the registry of any machine', () => {
  const lock = readText('package-lock.json')
  expect(lock.match(/"integrity"/g)?.length).toBeGreaterThan(100)
  const places = [...lock.matchAll(/"resolved": "([^"]*)"/g)].map(([, place]) => place)
  expect(places).toEqual(['tests/newest-node']) // a folder of the repository
})

test('no policy of the portal admits code or styles made of words, but for the page of the API documents and mails in the sandbox', () => {
  const served = files.filter(({ path }) => /^(server|client)\//.test(path) && !isTest(path))
  const allowed = /^server\/(http\/contract-routes|sandbox\/page-policy)\.ts:/
  expect(unsafePolicies(served).filter((place) => !allowed.test(place))).toEqual([])
})

test('the page of the client holds no script, style or handler of its own', () => {
  expect(inlineCode(readText('client/index.html'))).toEqual([])
})

describe.each([
  ['README.md', 120],
  ['ARCHITECTURE.md', 150],
])('%s', (name, most) => {
  test(`is there and has at most ${most} lines`, () => {
    expect(existsSync(join(root, name)), `${name} is missing`).toBe(true)
    expect(readText(name).trimEnd().split('\n').length).toBeLessThanOrEqual(most)
  })
})

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', '.ci/run'])(
  'every command that %s names exists',
  (name) => {
    const commands = npmCommands(readText(name))
    expect(commands.length).toBeGreaterThan(0)
    expect(missing(commands)).toEqual([])
  },
)

test('README names every command of package.json and every variable of the environment', () => {
  const readme = readText('README.md')
  const started = Object.keys(scripts).filter((name) => !name.startsWith('pre'))
  const variables = environmentVariables(readText('server/config.ts')).filter((name) => name !== 'NODE_ENV')
  expect(variables).toContain('DATA_DIR')
  expect(started.filter((name) => !npmCommands(readme).includes(name))).toEqual([])
  expect(variables.filter((name) => !readme.includes(name))).toEqual([])
})

test('documents lead only to files that are there', () => {
  const documents = files.filter(({ path }) => path.endsWith('.md'))
  const dead = documents.flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    return links.filter((target) => !existsSync(join(root, path, '..', target))).map((target) => `${path}: ${target}`)
  })
  expect(dead).toEqual([])
})

describe('the guard finds', () => {
  const trace = (line: string) => machineTraces([{ path: 'a', text: `first\n${line}` }])

  test.each([
    "const root = '/work/portal'",
    'see /home/ann/portal',
    'registry=https://registry.npmjs.org/',
    '"https://packages.example/npm/left-pad"',
  ])('a trace of a machine in %s', (line) => {
    expect(trace(line)).toHaveLength(1)
  })

  test.each(["to: '/user/home/Billing'", 'tests/home/work/a', 'https://example.org/home'])('none in %s', (line) => {
    expect(trace(line)).toEqual([])
  })

  test('a policy that is too open', () => {
    expect(unsafePolicies([{ path: 'a', text: "scriptSrc: ['self', 'unsafe-eval']" }])).toEqual(['a:1'])
  })

  test.each([
    '<script>start()</script>',
    '<script nonce="1">\n</script>',
    '<style>a {}</style>',
    '<a onclick="go()">',
    '<p style="color: red">',
  ])('code in the page: %s', (html) => {
    expect(inlineCode(html)).toHaveLength(1)
  })

  test('no fault in a page that only leads to its script', () => {
    expect(inlineCode('<script type="module" src="/main.tsx"></script>')).toEqual([])
  })

  test('commands and variables', () => {
    expect(npmCommands('npm ci && npm test, then `npm run test:http -- --x` and npm start')).toEqual([
      'test:http',
      'test',
      'start',
    ])
    expect(environmentVariables("env.HOST ?? portIn(env, 'PORT', 1) && process.env.HOST")).toEqual(['HOST', 'PORT'])
  })
})
