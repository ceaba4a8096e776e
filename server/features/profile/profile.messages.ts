/** Specification 2 §8, change of profile details. */
export const profileMessages = {
  'profile.note': 'Please write what should be changed.',
  'profile.unknown': 'We could not find your record. Please call {practice}.',
  'profile.notSent': 'Please contact office as we are facing trouble sending email.',
} as const
