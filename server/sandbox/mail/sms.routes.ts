import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { keepMessage } from './outbox.store.ts'
import type { Sandbox } from '../practices.ts'

const Account = Type.Object({ account: Type.String() })

const Message = Type.Object({
  To: Type.String(),
  From: Type.String({ minLength: 1 }),
  Body: Type.String({ minLength: 1, maxLength: 1600 }),
})

/** The only call of a Twilio-compatible carrier that the portal makes. Nothing leaves the machine. */
export const smsRoutes =
  ({ db, now }: Pick<Sandbox, 'db' | 'now'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    app.post(
      '/2010-04-01/Accounts/:account/Messages.json',
      { schema: { params: Account, body: Message } },
      async (request, reply) => {
        const { To, From, Body } = request.body
        if (!isAccount(request, request.params.account))
          return reply.code(401).send({ code: 20003, message: 'Authenticate', status: 401 })
        if (!/^\+1\d{10}$/.test(To))
          return reply.code(400).send({ code: 21211, message: "Invalid 'To' Phone Number", status: 400 })
        const sid = `SM${randomBytes(16).toString('hex')}`
        const message = { channel: 'sms' as const, from: From, to: To, subject: '', text: Body }
        await keepMessage(db, { ...message, receivedAt: now(), messageId: sid })
        return reply.code(201).send({ sid, status: 'queued', to: To, from: From, body: Body })
      },
    )
  }

/** Accepts any token, but requires one, as the password of the account. */
function isAccount({ headers }: FastifyRequest, account: string): boolean {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const [user, token] = Buffer.from(encoded, 'base64').toString().split(':', 2)
  return user === account && Boolean(token)
}
