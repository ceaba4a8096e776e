import { prepareDumps } from './dumps.ts'
import { prepareTemplates } from './templates.ts'

/** The environment variables by which workers find the prepared databases. */
export const places = { dumps: 'TEST_DATABASE_DUMPS', templates: 'TEST_DATABASE_TEMPLATES' } as const

/** Vitest's global set-up: prepares the databases once, before any worker starts. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  process.env[places.dumps] ??= await prepareDumps()
  const server = process.env.TEST_DATABASE_URL
  if (!server || process.env[places.templates]) return undefined // not configured, or already prepared by another suite of this run
  const { templates, release } = await prepareTemplates(server)
  process.env[places.templates] = JSON.stringify(templates)
  return release
}
