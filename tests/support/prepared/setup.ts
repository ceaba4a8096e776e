import { prepareDumps } from './dumps.ts'
import { prepareTemplates } from './templates.ts'

/** What workers, which inherit the environment, find the prepared databases by. */
export const places = { dumps: 'TEST_DATABASE_DUMPS', templates: 'TEST_DATABASE_TEMPLATES' } as const

/** The global set-up of vitest: prepares the databases once, before any worker starts. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env[places.dumps] ??= await prepareDumps()
  const server = process.env.TEST_DATABASE_URL
  if (!server || process.env[places.templates]) return undefined // not asked for, or another suite of this run has prepared them
  const { templates, release } = await prepareTemplates(server)
  process.env[places.templates] = JSON.stringify(templates)
  return release
}
