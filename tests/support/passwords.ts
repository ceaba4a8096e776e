import { createPasswords } from '../../server/identity/password.ts'

/** The minimum of Argon2, because tests compute many hashes and protect nothing. */
export const testPasswordMemoryKib = 8

export const testPasswords = createPasswords({ memoryKib: testPasswordMemoryKib })
