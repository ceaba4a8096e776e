import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  nodeCommands,
  refusedLicences,
  rowsUnder,
  unexplainedSeconds,
  unnamedInstallScripts,
  wrongRows,
  type LockFile,
  type Manifest,
  type Project,
} from './dependencies.ts'
import { readText, root } from './repository.ts'

const read = <T>(path: string): T => JSON.parse(readText(path)) as T // written by npm, or installed
const manifest = read<Manifest & { workspaces?: unknown }>('package.json')
const lock = read<LockFile & { packages: Record<string, { optional?: boolean }> }>('package-lock.json')
const isForOtherMachines = (name: string) =>
  lock.packages[`node_modules/${name}`]?.optional === true && !existsSync(join(root, 'node_modules', name))
const project: Project = {
  document: readText('docs/dependencies.md'),
  manifest,
  lock,
  installed: (name) => (isForOtherMachines(name) ? undefined : read<Manifest>(`node_modules/${name}/package.json`)),
}

describe('docs/dependencies.md', () => {
  test('has a row for each direct dependency, as the package itself says', () => {
    expect(manifest.workspaces, 'packages of workspaces need rows too').toBeUndefined()
    expect(wrongRows(project)).toEqual([])
  })

  test('says why there is a second package for one job', () => {
    expect(unexplainedSeconds(project)).toEqual([])
  })

  test('allows the licences of all packages, and no others', () => {
    expect(Object.keys(project.lock.packages).length).toBeGreaterThan(500)
    expect(refusedLicences(project)).toEqual([])
  })

  test('names packages whose licence is only in a file that is there', () => {
    const names = rowsUnder(project.document, 'Licences that only a file names').map(({ Package }) => Package)
    expect(names.filter((name) => !existsSync(join(root, `node_modules/${name}/LICENSE`)))).toEqual([])
  })

  test('names every package that runs code while it is installed', () => {
    expect(unnamedInstallScripts(project)).toEqual([])
  })

  test('says of no package that scripts would run on its Node', () => {
    expect(nodeCommands(project)).toEqual([])
    expect(existsSync(join(root, 'node_modules/.bin/node'))).toBe(false)
  })
})

describe('the guard finds', () => {
  const document = `
## In production

| Package | Job | Purpose | Licence | Kept by | Beside another for the same job, because |
| --- | --- | --- | --- | --- | --- |
| \`one\` | dates | Dates | MIT | [a/one](https://github.com/a/one) | |
| \`two\` | dates | Dates | MIT | [a/two](https://github.com/a/two) | |
| \`gone\` | mail | Mail | MIT | [a/gone](https://github.com/a/gone) | |

## In development

| Package | Job | Purpose | Licence | Kept by | Beside another for the same job, because |
| --- | --- | --- | --- | --- | --- |
| \`three\` | dates | Dates | MIT | [a/three](https://github.com/a/three) | one has no zones |

## Licences

| Licence |
| --- |
| MIT |
| ISC |

## Licences for some packages only

| Licence | Packages | Why |
| --- | --- | --- |
| OFL-1.1 | \`font-*\`, \`other\` | Fonts |

## Licences that only a file names

| Package | Licence | Comes with |
| --- | --- | --- |
| \`old\` | ISC | \`one\` |

## Install scripts

| Package | What it does |
| --- | --- |
| \`quiet\` | Nothing. |
`
  const lockOf = (packages: LockFile['packages']) => ({ document, lock: { packages: { '': {}, ...packages } } })

  test('a dependency without a row, a row without one, and what has changed since', () => {
    const repositories: Record<string, Manifest> = {
      one: { license: 'MIT', repository: { url: 'git+https://github.com/a/one.git' } },
      two: { license: 'GPL-3.0-only', repository: 'github:b/two' },
      three: { license: 'MIT', repository: 'https://github.com/a/three/tree/main/packages/three' },
    }
    const dependencies = { one: '1', two: '2', four: '4' }
    const installed = (name: string) => repositories[name] ?? {}
    const changed = {
      document,
      manifest: { dependencies, devDependencies: { three: '3', folder: 'file:tests/folder' } },
      lock: { packages: { 'tests/folder': { optionalDependencies: { five: '5' } } } },
      installed,
    }
    expect(wrongRows(changed)).toEqual([
      'four has no row under In production',
      'gone: a row too many under In production',
      'two: its licence is GPL-3.0-only',
      'two: it is kept by b/two',
      'five has no row under In development',
    ])
  })

  test('a second package for one job without a reason', () => {
    expect(unexplainedSeconds({ document })).toEqual(['two and one: both for dates'])
  })

  test.for<[string, LockFile['packages'], string[]]>([
    [
      'of a package that comes with another',
      { 'node_modules/one/node_modules/b': { license: 'AGPL-3.0' } },
      ['b: AGPL-3.0'],
    ],
    ['that is not named', { 'node_modules/@a/b': {} }, ['@a/b: none']],
    ['one of which is enough', { 'node_modules/b': { license: '(GPL-3.0 OR MIT)' } }, []],
    ['each of which is needed', { 'node_modules/b': { license: '(MIT AND GPL-3.0)' } }, ['b: (MIT AND GPL-3.0)']],
    ['for other packages', { 'node_modules/b': { license: 'OFL-1.1' } }, ['b: OFL-1.1']],
  ])('a licence %s', ([, packages, refused]) => {
    const needed = {
      'node_modules/font-a': { license: 'OFL-1.1' },
      'node_modules/other': { license: 'MIT AND OFL-1.1' },
      'node_modules/old': {},
    }
    expect(refusedLicences(lockOf({ ...needed, ...packages }))).toEqual(refused)
  })

  test('exceptions that nothing needs', () => {
    expect(
      refusedLicences(lockOf({ 'node_modules/old': { license: 'ISC' }, 'node_modules/other': { license: 'MIT' } })),
    ).toEqual([
      'font-*: an exception that nothing needs',
      'other: an exception that nothing needs',
      'old: an exception that nothing needs',
    ])
  })

  test('code that runs while a package is installed', () => {
    const lock = { 'node_modules/a': { hasInstallScript: true }, 'node_modules/quiet': {} }
    expect(unnamedInstallScripts(lockOf(lock))).toEqual(['a runs code while it is installed', 'quiet runs nothing'])
  })

  test('a package on whose Node the scripts would run', () => {
    const lock = { 'node_modules/a': { bin: { node: 'bin/node' } }, 'node_modules/b': { bin: { b: 'b.js' } } }
    expect(nodeCommands(lockOf(lock))).toEqual(['a: remove its "bin" from package-lock.json and run npm ci'])
  })
})
