import { randomInt } from 'node:crypto'

/** Without letters and digits that sound or look alike: it is read out over the phone, and typed. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const signsInGroup = 4

/** Returns a random password such as `hbq4-7tkm-2xwz`, of about 59 bits. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: signsInGroup }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
