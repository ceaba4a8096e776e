import { createEncryption } from '../../server/encryption.ts'

const secret = 'for tests only, thirty-two letters'

/** Encrypts as a portal in tests does. */
export const testEncryption = createEncryption(secret, { secrets: [secret], readsEarlier: true })
