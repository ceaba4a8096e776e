import { createPasswords } from '../../server/identity/password.ts'

/** The lowest value that Argon2 accepts, because tests make many hashes and protect nothing. */
export const testPasswordMemoryKib = 8

export const testPasswords = createPasswords({ memoryKib: testPasswordMemoryKib })
