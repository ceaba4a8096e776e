import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem, ProblemError } from '../../schemas/problem.ts'
import { practiceSettings } from '../licensees/settings/practice.settings.ts'
import { phone } from '../protocol/block-builders.ts'
import { checkCalls } from '../protocol/calls-check.ts'
import { completeScreen } from '../protocol/complete-screen.ts'
import { withQuery } from '../protocol/path.ts'
import type { ScreenDefinition } from '../protocol/definitions.ts'
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
  499: 'Closed',
  500: 'Failed',
  502: 'Practice system',
  503: 'Not available',
  504: 'Practice system',
}

/** The one place that turns errors into problems (RFC 9457) that a person can read. */
export function registerProblems(app: FastifyInstance, portal: Portal): void {
  app.setErrorHandler((error: unknown, request, reply) => sendProblem(reply, problemOf(portal, { error, request })))
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problemOf(portal, { error: unknownRoute(request), request })),
  )
}

interface Refused {
  error: unknown
  request: FastifyRequest
  /** The refused address under `/ui/`, if it differs from that of the request. */
  url?: string
}

/** Turns an error into its problem; unexpected ones are logged. */
export function problemOf(portal: Portal, { error, request, url = request.url }: Refused): Problem {
  const failure = expected(portal.translate(error))
  if (!failure) request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected failure')
  return problemFrom(portal, { failure: failure ?? new Failure('failed', { status: 500 }), request, url })
}

/** An unknown host takes precedence over an unknown address. */
function unknownRoute({ licensee }: FastifyRequest): Failure {
  return licensee ? new Failure('route.unknown', { status: 404 }) : new Failure('site.unknown', { status: 421 })
}

function expected(error: unknown): Failure | InvalidInput | undefined {
  if (error instanceof Failure || error instanceof InvalidInput) return error
  const { statusCode = 500, code } = error as Partial<FastifyError> // thrown by Fastify itself
  if (statusCode === 413) return new Failure('request.tooLarge', { status: 413 })
  if (statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return new Failure('request.malformed', { status: statusCode })
  return undefined
}

interface Described {
  failure: Failure | InvalidInput
  request: FastifyRequest
  url: string
}

function problemFrom(portal: Portal, { failure, request, url }: Described): Problem {
  const { say } = portal.catalogue
  const instance = request.id
  if (failure instanceof InvalidInput) {
    const errors = failure.errors.map((error): ProblemError => ({
      ...error,
      message: say(error.code, error.params),
      severity: 'error',
    }))
    return withScreen(
      portal,
      { ...base(422, instance), detail: say('input.invalid'), code: 'input.invalid', errors },
      { request, url, options: {} },
    )
  }
  const {
    status = 422,
    params,
    pointer = '',
    clear,
    redirect,
    forward,
    retryAfterSeconds,
    startOver,
    stays,
  } = failure.options
  const onward = forward ?? (redirect && withNext(redirect, url))
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
    ...base(status, instance),
    detail,
    code: failure.code,
    errors,
    ...(onward ? { redirect: onward } : {}),
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    ...(startOver ? { startOver } : {}),
    ...(stays ? { stays } : {}),
  }
  return withScreen(portal, problem, { request, url, options: failure.options, topics: failure.topics })
}

/** After signing in, the person returns to the requested screen. */
function withNext(redirect: string, url: string): string {
  const path = /^\/ui\/screens(\/.*)/.exec(url)?.[1]
  return path ? withQuery(redirect, { next: path }) : redirect
}

function base(status: number, instance: string) {
  return { type: 'about:blank', title: titles[status] ?? 'Failed', status, instance }
}

/** A request for a screen always gets a screen; a conflict gets the current one. */
function withScreen(
  portal: Portal,
  problem: Problem,
  {
    request: { licensee, routeOptions },
    url,
    options,
    topics = [],
  }: Omit<Described, 'failure'> & { options: FailureOptions; topics?: readonly string[] },
): Problem {
  if (options.screen) {
    const { screen: body, place = { route: '/', topics: [] } } = options
    const screen = completeScreen(body, place)
    if (portal.checksAnswers) checkCalls(screen, { ...screenAt(portal, place), what: `the screen of ${problem.code}` })
    return { ...problem, screen }
  }
  const [, to, path] = /^\/ui\/screens((\/[^?]*).*)/.exec(url) ?? []
  if (to === undefined || path === undefined) return problem
  const definition = screenOf(portal, routeOptions.url)
  const office = phone(licensee ? portal.settings.value(licensee.id, practiceSettings.Practice_Phone) : '')
  const body = problemScreen(problem, { to, heading: definition?.title ?? definition?.about, office })
  return { ...problem, screen: completeScreen(body, { route: path, under: definition?.under, topics: [...topics] }) }
}

/** A refusal may draw the screen as it is now, which calls what the screen calls. */
function screenAt({ screens }: Portal, { route }: { route: string }): ScreenDefinition | undefined {
  return screens.find((each) => each.route === route)
}

/** The definition that a request asked for, as the screen alone or with its page. */
function screenOf({ screens }: Portal, url = ''): ScreenDefinition | undefined {
  const route = url.replace(/^\/ui\/screens/, '')
  return screens.find((each) => [each.route, ...(each.aliases ?? [])].includes(route))
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterSeconds) void reply.header('retry-after', problem.retryAfterSeconds)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}
