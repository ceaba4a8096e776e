import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built client: hashed assets for ever, and the one page, with the nonce of its styles, on every other route. */
export async function registerClient(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return // tests of the HTTP surface need no client
  const html = readFileSync(page, 'utf8')
  await app.register(fastifyStatic, {
    root: resolve(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  })
  for (const name of ['favicon.svg']) {
    if (existsSync(join(folder, name))) app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder))
  }
  app.get('/*', (request, reply) => {
    if (/^\/(ui|assets|control)\//.test(request.url)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
  })
}
