import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { inOrder, survey } from './survey.ts'
import { bundleOf, clinic, doctor, person, visit } from '../../tests/support/practice-to-load.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'survey-'))
})
afterEach(() => rm(folder, { recursive: true }))

const order = async (files: Record<string, Uint8Array>) => {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  return inOrder(await survey(await sourceFiles([folder]))).map(({ file }) => file.name)
}

test('places come first, then providers, then patients, whatever the names of the files', async () => {
  const files = { 'a.json': bundleOf([person, visit]), 'b.json': bundleOf([doctor]), 'c.json': bundleOf([clinic]) }
  expect(await order(files)).toEqual(['c.json', 'b.json', 'a.json'])
})

test('a file comes after the one that holds what it refers to', async () => {
  const other = { ...person, id: 'other', identifier: [{ value: '2' }] }
  const files = {
    'a.json': bundleOf([other, { ...visit, id: '2' }]),
    'b.json': bundleOf([person, clinic, doctor, visit]),
  }
  expect(await order(files)).toEqual(['b.json', 'a.json'])
})

test('two files that refer to each other do not keep the loader waiting', async () => {
  const other = { ...clinic, id: 'other' }
  const at = (id: string) => ({ ...visit, id, serviceProvider: { reference: `Organization/${id}` } })
  const files = { 'a.json': bundleOf([clinic, doctor, person, at('other')]), 'b.json': bundleOf([other, at('clinic')]) }
  expect((await order(files)).toSorted()).toEqual(['a.json', 'b.json'])
})

test('foreign and broken files are found before anything is written', async () => {
  const broken = new TextEncoder().encode('{')
  await order({ 'a.txt': broken, 'b.json': broken, 'c.json': bundleOf([clinic]), 'd.xml': broken })
  const surveyed = await survey(await sourceFiles([folder, join(folder, 'missing.json')]))
  expect(surveyed.map(({ refused }) => refused?.message)).toEqual([
    'a.txt: is neither a FHIR R4 bundle nor a C-CDA document nor a table of pharmacies',
    'b.json: is no JSON: it stops making sense at line 1, column 2',
    undefined,
    expect.stringMatching(/^d\.xml: line 1, column \d: not well-formed: /),
    'missing.json: does not exist',
  ])
})
