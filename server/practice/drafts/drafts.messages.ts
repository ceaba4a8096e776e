/** What somebody has begun to write, to the office or to others. */
export const draftMessages = {
  'messages.draftUnknown': 'This draft was sent or deleted.',
  'messages.draftLong': 'This is too long to be kept as a draft.',
  'messages.draftsFull': 'You have {most} drafts. Delete one, so that this one can be kept.',
} as const
