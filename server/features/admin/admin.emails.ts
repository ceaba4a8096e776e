import type { Email } from '../../outbox/outbox.ts'

interface Changed {
  licenseeId: string
  to: string
  practice: string
  /** The name of the owner who changed it. */
  who: string
  /** The title of the setting. */
  title: string
  /** What holds now, in words. */
  value: string
  /** A moment in words. */
  when: string
}

/** Tells an owner of a change of a setting that only owners may change, so that no change goes unnoticed. */
export function settingChangedEmail({ practice, who, title, value, when, ...address }: Changed): Email {
  return {
    ...address,
    channel: 'mail',
    content: {
      subject: `A security setting at ${practice} changed`,
      sentence: `${who} changed “${title}” in the patient portal of ${practice} on ${when}.`,
      details: [
        `It is now: ${value}.`,
        'If this was not meant, sign in, change it back, and end the access of that account.',
      ],
      why: `You get this email because you are an owner of the patient portal of ${practice}.`,
    },
  }
}
