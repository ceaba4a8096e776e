import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../guards/repository.ts'
import { build } from '../support/build.ts'
import { openVisitor } from '../support/portal.ts'
import { startRealPortal } from '../support/real-portal.ts'
import { crawl, failedFiles, failedLinks, filesOn } from './crawl/crawl.ts'

// Builds the whole client twice, which takes a minute on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

/** All JavaScript of a built client. */
const scriptsIn = (folder: string) =>
  readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, 'assets', name), 'utf8'))
    .join('\n')

/** Returns the files that the page loads but the build lacks. */
function missingIn(folder: string): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(assets.length).toBeGreaterThan(0)
  return [...assets, ...assets.map((path) => `${path}.br`)].filter((path) => !existsSync(join(folder, path)))
}

test('two builds at once in one place leave one whole client, which is built anew only when it is older than its sources', async () => {
  const place = mkdtempSync(join(tmpdir(), 'client-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = join(place, 'client')
  await Promise.all([build('client', folder), build('client', folder)])
  expect(missingIn(folder)).toEqual([])
  expect(readdirSync(place)).toEqual(['client'])
  expect(scriptsIn(folder)).not.toContain('jsxDEV') // here NODE_ENV is `test`
  expect(await build('client', folder)).toBe('')
  writeFileSync(join(folder, 'built-from.txt'), 'older sources')
  expect(await build('client', folder)).toBe('Building the client\n')
  expect(missingIn(folder)).toEqual([])
})

/** The packages that `npm ci --omit=dev` installs, as links. */
function linkProductionPackages(place: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
  } // written by npm
  const own = Object.entries(packages).filter(([path, { dev, devOptional, link }]) => {
    const isTop = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)
    return isTop && !dev && !devOptional && !link && existsSync(join(root, path))
  })
  for (const [path] of own) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    symlinkSync(join(root, path), join(place, path))
  }
}

test('what was built starts without its sources and without the packages that build it, and shows every page and file', async () => {
  const place = mkdtempSync(join(tmpdir(), 'deployed-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  await Promise.all([build('client'), build('server')])
  for (const name of ['dist', 'build', 'package.json']) cpSync(join(root, name), join(place, name), { recursive: true })
  linkProductionPackages(place)
  expect(['tsx', 'vite', 'rolldown'].filter((name) => existsSync(join(place, 'node_modules', name)))).toEqual([])
  const portal = await startRealPortal({}, { cwd: place, args: ['build/run.mjs', 'main'] })
  onTestFinished(() => portal.stop().then(() => undefined))
  const maria = openVisitor(`http://127.0.0.1:${portal.port}`, 'lakeside.localhost')
  await maria.signIn('maria.alvarez')
  const pages = await crawl(maria, ['/user/home/dashboard'])
  expect(pages.length).toBeGreaterThan(60)
  expect(await failedLinks(maria, pages)).toEqual([])
  const files = filesOn(pages)
  expect(files.length).toBeGreaterThan(5)
  expect(await failedFiles(maria, files)).toEqual([])
  const { body } = await maria.get<string>('/user/home/dashboard')
  expect(body).toContain('<script type="module"')
})
