import { Redis } from 'ioredis'
import { prepareDumps } from './dumps.ts'
import { prepareTemplates } from './templates.ts'

/** The environment variables by which workers find the prepared databases. */
export const places = { dumps: 'TEST_DATABASE_DUMPS', templates: 'TEST_DATABASE_TEMPLATES' } as const

/** Vitest's global set-up: prepares the databases once, before any worker starts. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  await checkRedis(process.env.TEST_REDIS_URL)
  process.env[places.dumps] ??= await prepareDumps()
  const server = process.env.TEST_DATABASE_URL
  if (!server || process.env[places.templates]) return undefined // not configured, or already prepared by another suite of this run
  const { templates, release } = await prepareTemplates(server)
  process.env[places.templates] = JSON.stringify(templates)
  return release
}

/** Without it, every test with a portal would fail for a reason that is hard to see. */
async function checkRedis(url: string | undefined): Promise<void> {
  if (!url) return
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => undefined) // said by the failed connection
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw new Error(
      `Redis at ${new URL(url).host} cannot be reached (${String(error)}). Start it, or leave TEST_REDIS_URL out.`,
    )
  } finally {
    redis.disconnect()
  }
}
