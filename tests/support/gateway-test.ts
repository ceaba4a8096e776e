import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test as base } from 'vitest'
import { createEmr, type EmrOptions } from '../../server/gateways/emr/create-emr.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { openTestSandbox, type TestSandbox } from './test-sandbox.ts'

export type Gateway = ReturnType<typeof createEmr>

interface Call {
  /** The method, and the URL after the base address of the practice. */
  line: string
  token: unknown
  body: Record<string, unknown>
}

/** The record server of the sandbox, behind a proxy that records what a gateway sends. */
interface Records {
  sandbox: TestSandbox
  origin: string
  /** What was sent since the test began. */
  calls: Call[]
  lines(): string[]
  /** Changes the responses; until the test ends. */
  alter: (answer: string) => string
  fault(fault: object): Promise<unknown>
}

const unchanged = (answer: string) => answer

/**
 * The `test` of a file about areas of the record server. `open` makes a gateway that is closed after the test, when faults
 * and changes of responses end too.
 */
export const gatewayTest = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which fixtures this one needs
  .extend('records', { scope: 'file' }, async ({}, { onCleanup }): Promise<Records> => {
    const sandbox = await openTestSandbox()
    await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = sandbox.app.server.address() as AddressInfo // the server listens on TCP
    const proxy = createServer((request, response) => void passOn(request, response))
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const records: Records = {
      sandbox,
      origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, // as above
      calls: [],
      lines: () => records.calls.map(({ line }) => line),
      alter: unchanged,
      fault: (payload) => sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload }),
    }
    async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { method, url = '', headers } = request
      const payload = await text(request)
      const body = payload === '' ? {} : (JSON.parse(payload) as Call['body']) // written by the gateway
      records.calls.push({ line: `${method} ${url.replace(/^\/[^/]+\/api\//, '')}`, token: headers.token, body })
      const passed = send({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
        void text(answer).then((content) =>
          response
            .writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' })
            .end(records.alter(content)),
        )
      })
      passed.on('error', () => response.destroy())
      response.on('close', () => passed.destroy())
      passed.end(payload)
    }
    onCleanup(async () => {
      proxy.close()
      await sandbox.close()
    })
    return records
  })
  .extend('open', async ({ records }, { onCleanup }) => {
    const gateways: Gateway[] = []
    records.calls.splice(0)
    onCleanup(async () => {
      records.alter = unchanged
      await records.sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' })
      await Promise.all(gateways.map((gateway) => gateway.close()))
    })
    return (practice = 'lakeside', options: Partial<EmrOptions> = {}): Gateway => {
      const gateway = createEmr({
        baseUrl: `${records.origin}/${practice}/api/`,
        timeoutMs: 20_000,
        retryPauseMs: 1,
        now: () => records.sandbox.clock.now,
        ...options,
      })
      gateways.push(gateway)
      return gateway
    }
  })

/** Returns the id of a coming visit of Maria; what was sent for it is not recorded. */
export async function visitOf(emr: Gateway, records: Records, mode: 'inoffice' | 'telederm'): Promise<string> {
  const patientId = String(people.mariaAlvarez.patientN)
  const { items } = await emr.appointments({ patientId, list: 'upcoming', page: 1, size: 20 })
  const visit = items.find((each) => each.mode === mode) ?? expect.fail(`the seed has a visit of ${mode}`)
  records.calls.splice(0)
  return visit.id
}
