import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'])

/** Returns whether a password is on the list of common ones, also with digits and symbols around it (security.md). */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(lower) || common.has(bare)
}
