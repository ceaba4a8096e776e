/** Specification 2 §8, change of profile details. */
export const profileMessages = {
  'profile.note': 'Please write what to change.',
  'profile.unknown': 'We could not find your record. Please call {practice}.',
  'profile.notSent': 'Please contact office as we are facing trouble sending email.',
} as const
