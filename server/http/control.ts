import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { closed } from '../../schemas/base.ts'
import { Failure } from '../protocol/failure.ts'
import { checkInput } from '../protocol/input-check.ts'
import { isSameText } from '../protocol/same-text.ts'
import { bearerOf } from './bearer.ts'

const AccountRequest = closed({
  licensee: Type.String({ minLength: 1 }),
  login: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 8, maxLength: 200 }),
  patient: closed({
    patientN: Type.Union([Type.String(), Type.Integer()]),
    emrId: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
  }),
})
type AccountRequest = Static<typeof AccountRequest>

export interface ControlOptions {
  /** Known only to users who can read the folder of this process. */
  token: string
  /** Resolves to false if the login is taken. */
  makeAccount: (request: AccountRequest) => Promise<boolean>
}

/**
 * The control calls that commands on the same machine send to a running portal: `practice:load` creates patient
 * accounts.
 */
export function registerControl(app: FastifyInstance, { token, makeAccount }: ControlOptions): void {
  app.post('/control/accounts', async (request, reply) => {
    if (!isLoopback(request.ip) || !isSameText(bearerOf(request) ?? '', token))
      throw new Failure('access.denied', { status: 403 })
    checkInput(AccountRequest, { value: request.body })
    const made = await makeAccount(request.body as AccountRequest) // checked above
    if (!made) throw new Failure('control.loginTaken', { status: 409 })
    return reply.code(201).send({ made: true })
  })
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
