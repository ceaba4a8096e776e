import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem, ProblemError } from '../../schemas/problem.ts'
import { completeScreen } from '../protocol/complete-screen.ts'
import { Failure, InvalidInput, type FailureOptions } from '../protocol/failure.ts'
import type { Portal } from '../protocol/portal.ts'
import { problemScreen } from '../protocol/problem-screen.ts'

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Sign in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Changed meanwhile',
  413: 'Too large',
  421: 'Unknown site',
  422: 'Not valid',
  429: 'Too many tries',
  500: 'Failed',
  502: 'Practice system',
  503: 'Not available',
  504: 'Practice system',
}

/** The one place where what went wrong becomes a problem (RFC 9457) that a person can read. */
export function registerProblems(app: FastifyInstance, portal: Portal): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const failure = expected(portal.translate(error))
    if (!failure) request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected failure')
    return sendProblem(
      reply,
      problemOf(portal, { failure: failure ?? new Failure('failed', { status: 500 }), request }),
    )
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemOf(portal, { failure: nowhere(request), request })),
  )
}

/** On the host of no practice that comes first, whatever was asked. */
function nowhere({ licensee }: FastifyRequest): Failure {
  return licensee ? new Failure('route.unknown', { status: 404 }) : new Failure('site.unknown', { status: 421 })
}

function expected(error: unknown): Failure | InvalidInput | undefined {
  if (error instanceof Failure || error instanceof InvalidInput) return error
  const { statusCode = 500, code } = error as Partial<FastifyError> // what Fastify throws by itself
  if (statusCode === 413) return new Failure('request.tooLarge', { status: 413 })
  if (statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return new Failure('request.malformed', { status: statusCode })
  return undefined
}

function problemOf(
  portal: Portal,
  { failure, request }: { failure: Failure | InvalidInput; request: FastifyRequest },
): Problem {
  const { say } = portal.catalogue
  if (failure instanceof InvalidInput) {
    const errors = failure.errors.map((error): ProblemError => ({
      ...error,
      message: say(error.code, error.params),
      severity: 'error',
    }))
    return withScreen(
      { ...base(422, request), detail: say('input.invalid'), code: 'input.invalid', errors },
      { request, options: {} },
    )
  }
  const { status = 422, params, pointer = '', clear, redirect, retryAfterSeconds } = failure.options
  const detail = say(failure.code, params)
  const errors: ProblemError[] = [
    {
      pointer,
      code: failure.code,
      message: detail,
      severity: 'error',
      ...(params ? { params } : {}),
      ...(clear ? { clear } : {}),
    },
  ]
  const problem = {
    ...base(status, request),
    detail,
    code: failure.code,
    errors,
    ...(redirect ? { redirect: withNext(redirect, request) } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  }
  return withScreen(problem, { request, options: failure.options })
}

/** After signing in a person comes back to the screen that asked for it. */
function withNext(redirect: string, request: FastifyRequest): string {
  const asked = /^\/ui\/screens(\/.*)/.exec(request.url)?.[1]
  return asked ? `${redirect}?next=${encodeURIComponent(asked)}` : redirect
}

function base(status: number, request: FastifyRequest) {
  return { type: 'about:blank', title: titles[status] ?? 'Failed', status, instance: request.id }
}

/** A screen that was asked for always answers a screen; a conflict answers the fresh one. */
function withScreen(
  problem: Problem,
  { request, options }: { request: FastifyRequest; options: FailureOptions },
): Problem {
  if (options.screen)
    return { ...problem, screen: completeScreen(options.screen, options.place ?? { route: '/', topics: [] }) }
  const asked = /^\/ui\/screens(\/[^?]*)/.exec(request.url)?.[1]
  if (!asked) return problem
  return { ...problem, screen: completeScreen(problemScreen(problem), { route: asked, topics: [] }) }
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterSeconds) void reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}
