import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { ClientWord } from '../../schemas/client-words.ts'
import type { EffectOf } from '../../schemas/effect.ts'
import { Refused } from '../model/failures.ts'
import type { Portal } from '../model/portal.ts'
import { wordOf } from '../model/words.ts'
import { notify } from './notify.ts'
import type { Act } from './sent-act.ts'

type CredentialRequest = EffectOf<'credential'>

/** Maps the error name to the reason there is no passkey (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons: ReadonlyMap<string, ClientWord> = new Map([
  ['NotAllowedError', 'credentialCancelled'],
  ['AbortError', 'credentialCancelled'],
  ['InvalidStateError', 'credentialKnown'],
  ['NotSupportedError', 'credentialUnsupported'],
  ['ConstraintError', 'credentialUnsupported'],
  ['SecurityError', 'credentialUnsupported'],
])

/**
 * Asks the browser for a passkey and sends it to the server. Returns whether the response brought newer content. The
 * library is loaded on first use, so that no screen has to load it.
 */
export async function sendCredential(portal: Portal, request: CredentialRequest, act: Act): Promise<boolean> {
  const credential = await credentialOf(portal, request)
  if (!credential) return false
  const { problem, renewed } = await act(portal, { action: request.action, input: { ...request.input, credential } })
  if (problem) await portal.fail(new Refused(problem))
  return renewed === true
}

async function credentialOf(portal: Portal, request: CredentialRequest): Promise<object | undefined> {
  if (!browserSupportsWebAuthn()) return excuse(portal, 'credentialUnsupported')
  try {
    return await askBrowser(request)
  } catch (failure) {
    const reason = failure instanceof Error ? reasons.get(failure.name) : undefined
    if (!reason) throw failure
    return excuse(portal, reason)
  }
}

/** The options come from @simplewebauthn/server; the contract passes them through unchecked. */
function askBrowser({ mode, options }: CredentialRequest): Promise<object> {
  return mode === 'create'
    ? startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }) // see above
    : startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }) // see above
}

function excuse(portal: Portal, reason: ClientWord): undefined {
  notify(portal, {
    tone: reason === 'credentialUnsupported' ? 'error' : 'info',
    text: wordOf(portal.shell.get(), reason),
  })
}
