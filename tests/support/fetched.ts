import type { RunningPortal, Visitor } from './portal.ts'

/** Fetches a file of Lakeside as the browser of a visitor does; the bytes are those of the body. */
export async function fetched({ app }: Pick<RunningPortal, 'app'>, { cookies }: Visitor, path: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { statusCode, headers, rawPayload } = await app.inject({
    url: path,
    headers: { host: 'lakeside.localhost', cookie },
  })
  return { status: statusCode, headers, bytes: rawPayload }
}
