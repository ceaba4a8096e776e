/** How many within an hour and within a day. */
interface Counts {
  hour: number
  day: number
}

/**
 * Of one payer, of one patient, and of one network, where several people may be. Cards are tried out by who has stolen
 * their numbers (security.md).
 */
export const declineLimits = { person: { hour: 5, day: 15 }, network: { hour: 10, day: 30 } } as const
/** Of openings of the processor's page for a card number. */
export const openingLimits = { person: { hour: 20, day: 60 }, network: { hour: 200, day: 600 } } as const

/** What was counted for the payer or the patient, whichever is more, and for the network. */
export interface Tries {
  person: Counts
  network: Counts
}

export function areTooMany(tries: Tries, limits: typeof declineLimits | typeof openingLimits): boolean {
  const reaches = (counts: Counts, limit: Counts) => counts.hour >= limit.hour || counts.day >= limit.day
  return reaches(tries.person, limits.person) || reaches(tries.network, limits.network)
}
