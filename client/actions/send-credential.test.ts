// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePortal, json, problem } from '../../tests/support/fake-portal.ts'
import { readEffects } from './effects.ts'
import { runAction } from './run-action.ts'

const options = { challenge: 'AAAA', rpId: 'localhost' }
const effect = { type: 'credential', mode: 'get', options, action: 'room.unlock', input: { room: '7' } }
const creation = { challenge: 'AAAA', rp: { name: 'Rooms' }, user: { id: 'AAAA', name: 'a', displayName: 'A' } }
const buffer = (text: string) => new TextEncoder().encode(text).buffer

const get = vi.fn()
const create = vi.fn()
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get, create } }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

/** Imitates the browser's credential object after a passkey was used. */
function passkey(response: Record<string, unknown>) {
  const common = { id: 'key-1', rawId: buffer('key-1'), type: 'public-key', getClientExtensionResults: () => ({}) }
  return { ...common, response: { clientDataJSON: buffer('{}'), ...response } }
}

/** Runs an action whose response is that effect. */
async function press(
  response: object,
  unlock = json({ effects: [{ type: 'notify', tone: 'success', text: 'Open' }] }),
) {
  const fake = fakePortal({ '/ui/actions/room.ask': json({ effects: [response] }), '/ui/actions/room.unlock': unlock })
  await runAction(fake.portal, { type: 'call', action: 'room.ask' })
  const notices = fake.portal.notices.get().map(({ tone, text }) => [tone, text])
  return { ...fake, notices, sent: fake.requests.find(({ url }) => url === '/ui/actions/room.unlock') }
}

describe('a passkey', () => {
  it('that exists is requested and sent on, and the effects in the response are applied', async () => {
    get.mockResolvedValue(passkey({ authenticatorData: buffer('a'), signature: buffer('s') }))
    const { sent, notices } = await press(effect)
    expect(sent?.body).toMatchObject({
      room: '7',
      credential: { id: 'key-1', type: 'public-key', response: { signature: 'cw' } },
    })
    expect(notices).toEqual([['success', 'Open']])
    expect(get.mock.calls[0]?.[0].publicKey.rpId).toBe('localhost')
  })

  it('that is new is made and sent on', async () => {
    create.mockResolvedValue(passkey({ attestationObject: buffer('o') }))
    const { sent } = await press({ ...effect, mode: 'create', options: creation, input: undefined })
    expect(sent?.body).toMatchObject({ credential: { id: 'key-1', response: { attestationObject: 'bw' } } })
    expect(get).not.toHaveBeenCalled()
  })

  it.each([
    ['that the person declines', 'NotAllowedError', ['info', 'The passkey was not used.']],
    ['that is there already', 'InvalidStateError', ['info', 'This device already has a passkey here.']],
    ['that the device cannot make', 'NotSupportedError', ['error', 'This browser cannot use passkeys.']],
  ])('%s is a message that passes, and nothing is sent', async (_, name, notice) => {
    create.mockRejectedValue(new DOMException('no', name))
    const { sent, notices, portal } = await press({
      ...effect,
      mode: 'create',
      options: { ...creation, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] },
    })
    expect(notices).toEqual([notice])
    expect(sent).toBeUndefined()
    expect(portal.errorBanner.get()).toBeUndefined()
  })

  it('is not requested where the browser has none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    const { sent, notices } = await press(effect)
    expect(notices).toEqual([['error', 'This browser cannot use passkeys.']])
    expect(sent).toBeUndefined()
  })

  it('that the server refuses is shown in its words', async () => {
    get.mockResolvedValue(passkey({ authenticatorData: buffer('a'), signature: buffer('s') }))
    const { portal } = await press(effect, problem(422))
    expect(portal.errorBanner.get()?.text).toBe('It was refused.')
  })

  it('whose request is broken does not stay silent', async () => {
    get.mockRejectedValue(new Error('unknown'))
    const { portal, notices } = await press(effect)
    expect(notices).toEqual([])
    expect(portal.errorBanner.get()?.text).toMatch('Something went wrong')
  })
})

it.each([
  ['without options', { ...effect, options: undefined }],
  ['of another mode', { ...effect, mode: 'take' }],
  ['for what is no action', { ...effect, action: '../session' }],
  ['with an input that is none', { ...effect, input: 'room' }],
])('a request for a passkey %s is refused with its whole list', (_, wrong) => {
  expect(readEffects({ effects: [{ type: 'close' }, wrong] })).toBeUndefined()
  expect(readEffects({ effects: [{ type: 'close' }, effect] })).toHaveLength(2)
})
