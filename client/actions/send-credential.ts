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

type Asked = EffectOf<'credential'>

/** Why there is no passkey, by the name of the error (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons: ReadonlyMap<string, ClientWord> = new Map([
  ['NotAllowedError', 'credentialCancelled'],
  ['AbortError', 'credentialCancelled'],
  ['InvalidStateError', 'credentialKnown'],
  ['NotSupportedError', 'credentialUnsupported'],
  ['ConstraintError', 'credentialUnsupported'],
  ['SecurityError', 'credentialUnsupported'],
])

/**
 * Asks the browser for a passkey and sends it on. Answers whether that brought newer content.
 * Fetched when first needed, so that no screen carries the library along.
 */
export async function sendCredential(portal: Portal, asked: Asked, act: Act): Promise<boolean> {
  const credential = await credentialOf(portal, asked)
  if (!credential) return false
  const { problem, renewed } = await act(portal, { action: asked.action, input: { ...asked.input, credential } })
  if (problem) await portal.fail(new Refused(problem))
  return renewed === true
}

async function credentialOf(portal: Portal, asked: Asked): Promise<object | undefined> {
  if (!browserSupportsWebAuthn()) return excuse(portal, 'credentialUnsupported')
  try {
    return await askBrowser(asked)
  } catch (failure) {
    const reason = failure instanceof Error ? reasons.get(failure.name) : undefined
    if (!reason) throw failure
    return excuse(portal, reason)
  }
}

/** The options are the server's own (@simplewebauthn/server made them); the contract lets them pass as they are. */
function askBrowser({ mode, options }: Asked): Promise<object> {
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
