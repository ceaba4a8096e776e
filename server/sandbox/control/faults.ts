import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'

/**
 * The faults that can be switched on. `slow` responds late, `down` breaks the connection, `nonsense` sends an invalid
 * response, `hang` never responds, `lost` does what was requested but breaks the connection before the response,
 * `refuse` responds with 400, `hold` keeps the call until the faults of this kind are cleared.
 */
export const Fault = Type.Object(
  {
    practice: Type.Optional(Type.String()),
    /** A part of the path; without it every call is affected. `smtp` affects the mail server, and nothing else does. */
    path: Type.Optional(Type.String()),
    kind: Type.Union([
      Type.Literal('slow'),
      Type.Literal('down'),
      Type.Literal('nonsense'),
      Type.Literal('hang'),
      Type.Literal('lost'),
      Type.Literal('refuse'),
      Type.Literal('hold'),
    ]),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    /** How many calls are affected; without it, all until the faults are cleared. */
    times: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

export type Fault = Static<typeof Fault>

const Which = Type.Partial(Type.Pick(Fault, ['kind']), { additionalProperties: false })

/** The faults of systems other than the HTTP calls, by path. */
export interface Faults {
  /** Returns the fault of the next use and counts it. */
  take(path: string): Fault | undefined
  /** Whether every connection must be refused. */
  isDown(path: string): boolean
  list(): readonly Fault[]
  add(fault: Fault): void
  clear(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    losesAnswer: boolean
  }
}

const applyFault: Record<
  Exclude<Fault['kind'], 'hold'>,
  (fault: Fault, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
> = {
  slow: ({ delayMs = 2000 }) => pause(delayMs),
  down: async (_fault, request, reply) => {
    reply.hijack()
    request.raw.socket.destroy()
  },
  nonsense: async (_fault, _request, reply) => reply.send({ unexpected: ['answer'] }),
  hang: async (_fault, _request, reply) => reply.hijack(),
  lost: async (_fault, request) => {
    request.losesAnswer = true
  },
  refuse: async (_fault, _request, reply) => reply.code(400).send({ code: 21211, message: 'Refused.', status: 400 }),
}

/**
 * Adds `/sandbox/faults` (GET, POST, and DELETE for all or for `?kind=`) and `/sandbox/faults/held`, the number of calls
 * that are held, and applies the faults to calls.
 */
export function addFaults(app: FastifyInstance): Faults {
  let faults: Fault[] = []
  const takeFirst = (isMeant: (fault: Fault) => boolean) => {
    const fault = faults.find(isMeant)
    if (fault?.times !== undefined) fault.times -= 1
    faults = faults.filter(({ times }) => times !== 0)
    return fault
  }
  const held = new Set<() => void>()
  const hold = () => new Promise<void>((release) => held.add(release))
  app.decorateRequest('losesAnswer', false)

  app.addHook('onRequest', async (request, reply) => {
    const fault = takeFirst((candidate) => isMeant(candidate, request.url))
    if (!fault) return
    await (fault.kind === 'hold' ? hold() : applyFault[fault.kind](fault, request, reply))
  })
  app.addHook('preClose', async () => clear())
  app.addHook('onSend', async (request, reply) => {
    if (!request.losesAnswer) return
    reply.hijack()
    request.raw.socket.destroy()
  })

  const add = (fault: Fault) => void (faults = [...faults, fault])
  const clear = (kind?: Fault['kind']) => {
    faults = kind === undefined ? [] : faults.filter((fault) => fault.kind !== kind)
    if (kind !== undefined && kind !== 'hold') return
    for (const release of held) release()
    held.clear()
  }
  app.get('/sandbox/faults', async () => faults)
  app.post('/sandbox/faults', { schema: { body: Fault } }, async (request) => {
    add(request.body as Fault) // checked against the schema above
    return faults
  })
  app.delete('/sandbox/faults', { schema: { querystring: Which } }, async ({ query }) => {
    clear((query as Static<typeof Which>).kind) // checked against the schema above
    return faults
  })
  app.get('/sandbox/faults/held', async () => held.size)
  return {
    list: () => faults,
    add,
    clear,
    take: (path) => takeFirst((fault) => fault.path === path),
    isDown: (path) => faults.some((fault) => fault.path === path && fault.kind === 'down' && fault.times === undefined),
  }
}

/** The sandbox's own pages and controls are never affected. */
const spared = new Set(['sandbox', 'health', 'outbox', 'staff'])

function isMeant({ practice, path = '' }: Fault, url: string): boolean {
  const [, first = '', ...rest] = url.split('?', 1).join('').split('/')
  if (spared.has(first) || path === 'smtp') return false
  return (practice === undefined || practice === first) && [first, ...rest].join('/').includes(path)
}
