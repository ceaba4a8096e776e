import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../guards/repository.ts'

// Builds the whole client twice, which takes a minute on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)
const build = (folder: string) =>
  run(process.execPath, ['--import', 'tsx', 'server/build-client.ts', folder], { cwd: root })

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
  await Promise.all([build(folder), build(folder)])
  expect(missingIn(folder)).toEqual([])
  expect(readdirSync(place)).toEqual(['client'])
  expect(scriptsIn(folder)).not.toContain('jsxDEV') // here NODE_ENV is `test`
  expect((await build(folder)).stdout).toBe('')
  writeFileSync(join(folder, 'built-from.txt'), 'older sources')
  expect((await build(folder)).stdout).toBe('Building the client\n')
  expect(missingIn(folder)).toEqual([])
})
