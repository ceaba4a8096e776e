/** What becomes of a payment with a card. */
export type Behavior =
  | 'approved'
  | 'declined'
  | 'insufficient'
  | 'lost'
  | 'slow'
  | 'duplicate'
  /** Approved at first, and declined when it is used again. */
  | 'declined-later'

/** The test numbers of the README, by their digits. Every other number is declined. */
const behaviors: Record<string, Behavior> = {
  '4111111111111111': 'approved',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient',
  '4000000000003220': 'approved',
  '4000000000000119': 'lost',
  '4000000000000341': 'declined-later',
  '4000000000000408': 'slow',
  '4000000000000499': 'duplicate',
}
const challenged = new Set(['4000000000003220'])
/** Of the challenge. */
export const challengeCode = '123456'

/** What the processor says of a payment that it does not approve. */
export const declineMessages: Partial<Record<Behavior, string>> = {
  declined: 'Your card was declined.',
  insufficient: 'Your card has insufficient funds.',
  duplicate: 'This payment is a duplicate.',
}

export function behaviorOf(number: string): Behavior {
  return behaviors[number] ?? 'declined'
}

export function isChallenged(number: string): boolean {
  return challenged.has(number)
}

/** Returns whether the check digit is right (ISO/IEC 7812-1, Annex B). */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

export function brandOf(number: string): string {
  if (number.startsWith('4')) return 'Visa'
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'Mastercard'
  if (/^3[47]/.test(number)) return 'American Express'
  if (/^6(011|5)/.test(number)) return 'Discover'
  return 'Card'
}
