import { isIP } from 'node:net'
import { Failure } from '../protocol/failure.ts'
import type { ActionContext } from '../protocol/definitions.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import Type, { type Static } from 'typebox'
import type { Passkey, PasskeyUse } from './passkeys.store.ts'

/** The relying party of a passkey, which works at this host only. */
export interface RelyingParty {
  /** The host without its port. */
  id: string
  origin: string
}

/** Returns undefined for a host that is an IP address: WebAuthn needs a domain name. */
export function relyingPartyOf(origin: string): RelyingParty | undefined {
  if (!URL.canParse(origin)) return undefined
  const { hostname } = new URL(origin)
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress || hostname === '' ? undefined : { id: hostname, origin }
}

const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const credential = {
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}),
}

/**
 * The browser's response, in base64url. Additional members are allowed, because browsers add some as the standard
 * grows.
 */
export const CreatedCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(8000),
    attestationObject: Bytes(40_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})
export const UsedCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes(8000),
    authenticatorData: Bytes(8000),
    signature: Bytes(4000),
    userHandle: Type.Optional(Type.Union([Bytes(200), Type.Null()])),
  }),
})

export interface NewOwner {
  practice: string
  login: string
  name: string
  /** In base64url. */
  userHandle: string
  passkeys: readonly Passkey[]
}

/**
 * Returns the options for creating a passkey: a discoverable credential with user verification (fingerprint, face or
 * PIN).
 */
export async function creationOptions(party: RelyingParty, owner: NewOwner): Promise<{ challenge: string }> {
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: owner.practice,
    userName: owner.login,
    userDisplayName: owner.name,
    userID: new Uint8Array(Buffer.from(owner.userHandle, 'base64url')),
    attestationType: 'none',
    excludeCredentials: owner.passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Returns the options for using a passkey; the person chooses which one in the browser. */
export async function requestOptions(party: RelyingParty): Promise<{ challenge: string }> {
  return generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' })
}

interface Ceremony {
  party: RelyingParty
  challenge: string
}

/** Verifies a created credential. Throws when it does not match the options. */
export async function verifyCreated(
  { party, challenge }: Ceremony,
  created: Static<typeof CreatedCredential>,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: created as RegistrationResponseJSON, // the schema above checks what the library does not
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  })
  if (!verified) throw new Error('the attestation is not valid')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: created.response.transports ?? [],
  }
}

/** Verifies a used credential. Throws when it does not match the options. */
export async function verifyUsed(
  { party, challenge, passkey }: Ceremony & { passkey: Passkey },
  used: Static<typeof UsedCredential>,
): Promise<PasskeyUse> {
  if (used.response.userHandle !== passkey.userHandle) throw new Error('the passkey is for another account')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: used as AuthenticationResponseJSON, // the schema above checks what the library does not
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0, // notePasskeyUse decides: the library would refuse a synced passkey
    },
  })
  if (!verified) throw new Error('the signature is not valid')
  const { newCounter, credentialBackedUp } = authenticationInfo
  return { counter: newCounter, isSynced: credentialBackedUp }
}

/** Returns the relying party of this host. Throws the Failure `passkey.noName` where passkeys are impossible. */
export function partyAt({ client }: Pick<ActionContext, 'client'>): RelyingParty {
  const party = relyingPartyOf(client.origin)
  if (!party) throw new Failure('passkey.noName', { status: 409 })
  return party
}
