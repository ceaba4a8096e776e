import { mostAddress } from './mail.rules.ts'

/** Specification 2 §5, §8. */
export const mailMessages = {
  'mail.address': 'Please Enter Valid Email',
  'mail.addressLong': `An email address has at most ${mostAddress} characters.`,
  'mail.text': 'Please Enter Message',
  'mail.subject': 'Please Enter Subject',
  'mail.directAddress': 'Please enter valid Email',
  'mail.directDomain': 'Please enter a valid Direct email address',
  'mail.directText': 'Please add a Message',
  'mail.directSubject': 'Please add a Subject',
  'mail.directFailed': 'Failed to send the E-mail. Please try again later.',
  'mail.directCertificate':
    'This Direct address has no certificate that can be used, so nobody could open the message. Check the address.',
  'mail.textLong': 'A message has at most {limit} characters.',
  'mail.subjectLong': 'A subject has at most {limit} characters.',
  'mail.subjectLine': 'A subject is a single line.',
  'mail.domain': 'The practice does not allow email to this address.',
  'mail.refused': 'The mail server does not accept this address. Check it, and send again.',
  'mail.many': 'You sent many emails today. Please try again tomorrow.',
  'mail.wayOff': 'The practice has switched this kind of email off.',
  'mail.writerEnded': 'Who wrote this email can no longer send it. Write it again in your own name.',
  'mail.unknown': 'This email does not exist, or is not one of yours.',
  'mail.readAlready': 'This email can no longer be withdrawn: it was read, or its time is over.',
  'mail.linkOver': 'This link does not work any longer. Open it again to see why.',
  'mail.unreadable': 'This record cannot be shown as a PDF. You can download it as XML.',
  'mail.newLinks': 'A new link was sent just now. Open the newest email, and use the link in it.',
} as const
