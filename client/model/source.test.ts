import { describe, expect, it } from 'vitest'
import { Offline, Refused } from './failures.ts'
import { createSource } from './source.ts'

function answering(...answers: Response[]) {
  const sent: Headers[] = []
  const fetcher = (_: RequestInfo | URL, init?: RequestInit) => {
    sent.push(new Headers(init?.headers))
    const answer = answers.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('network'))
  }
  return { source: createSource(fetcher), sent }
}
const tagged = (body: unknown, etag: string) => new Response(JSON.stringify(body), { headers: { etag } })

describe('the source', () => {
  it('asks conditionally and gives the kept body for a 304', async () => {
    const { source, sent } = answering(tagged({ title: 'Rooms' }, '"1"'), new Response(null, { status: 304 }))
    const first = await source.get('/ui/screens/rooms')
    const second = await source.get('/ui/screens/rooms')
    expect(sent[1]?.get('if-none-match')).toBe('"1"')
    expect(second).toEqual({ body: first.body, changed: false })
    expect(second.body).toBe(first.body)
  })

  it('forgets everything at a purge [2 §9.37]', async () => {
    const { source, sent } = answering(tagged({}, '"1"'), tagged({}, '"2"'))
    await source.get('/ui/shell')
    source.purge()
    await source.get('/ui/shell')
    expect(sent[1]?.has('if-none-match')).toBe(false)
  })

  it('does not keep a response requested before a purge that arrives after it', async () => {
    let answer: (response: Response) => void = () => undefined
    const sent: Headers[] = []
    const source = createSource((_, init) => {
      sent.push(new Headers(init?.headers))
      return new Promise((resolve) => (answer = resolve))
    })
    const late = source.get('/ui/shell')
    source.purge()
    answer(tagged({}, '"1"'))
    await late
    void source.get('/ui/shell')
    expect(sent[1]?.has('if-none-match')).toBe(false)
  })

  it('marks requests that the person did not make', async () => {
    const { source, sent } = answering(tagged({}, '"1"'))
    await source.get('/ui/shell', { background: true })
    expect(sent[0]?.get('x-background')).toBe('1')
  })

  it('distinguishes a lost connection from a refusal', async () => {
    const { source } = answering(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(source.get('/ui/shell')).rejects.toBeInstanceOf(Refused)
    await expect(source.get('/ui/shell')).rejects.toBeInstanceOf(Offline)
  })
})
