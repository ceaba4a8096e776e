import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set(dictionary['passwords-common'])

/** Whether a password is on the list of the common ones, also with figures and signs put around it (security.md). */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(lower) || common.has(bare)
}
