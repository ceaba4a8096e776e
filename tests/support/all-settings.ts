import { join } from 'node:path'
import type { Setting } from '../../server/licensees/settings/definition.ts'
import { repositoryFiles } from '../guards/repository.ts'

const root = join(import.meta.dirname, '..', '..')

const modules = await Promise.all(
  repositoryFiles()
    .filter(({ path }) => /^server\/.*\.settings\.ts$/.test(path))
    .map(({ path }) => import(join(root, path)) as Promise<Record<string, Record<string, Setting>>>), // what such a file exports
)

/** Every setting that a file of the server defines, whether a feature lists it or not. */
export const allSettings: readonly Setting[] = modules.flatMap(Object.values).flatMap((each) => Object.values(each))

export function settingNamed(name: string): Setting {
  const setting = allSettings.find((each) => each.name === name)
  if (!setting) throw new Error(`there is no setting ${name}`)
  return setting
}
