import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Secret, TOTP } from 'otpauth'
import Type from 'typebox'
import { outboxPolicy } from '../page-policy.ts'
import type { Sandbox } from '../practices.ts'
import { authenticatorPage } from './authenticator-page.ts'

const stepSeconds = 30
const Key = Type.Object({ key: Type.String({ maxLength: 200, default: '' }) })

/** `GET /authenticator?key=`: the code that an authenticator app with this key shows. */
export const authenticatorRoutes =
  ({ now }: Pick<Sandbox, 'now'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/authenticator', { schema: { querystring: Key } }, async ({ query: { key } }, reply) => {
      const at = now()
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': outboxPolicy,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .send(
          authenticatorPage({
            key,
            code: codeOf(key, at),
            seconds: stepSeconds - (Math.floor(at / 1000) % stepSeconds),
          }),
        )
    })
  }

function codeOf(key: string, timestamp: number): string | undefined {
  const secret = key.replaceAll(/\s/g, '').toUpperCase()
  if (!/^[A-Z2-7]{16,128}$/.test(secret)) return undefined
  return new TOTP({ secret: Secret.fromBase32(secret), period: stepSeconds }).generate({ timestamp })
}
