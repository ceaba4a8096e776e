import {
  confirmEmailEmail,
  disabledEmail,
  emailRequestedEmail,
  enabledEmail,
  oneTimePasswordEmail,
  resetLinkEmail,
  authenticatorOffEmail,
} from '../../server/features/account-help/account-help.emails.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settingChangedEmail } from '../../server/features/admin/admin.emails.ts'
import { newBillEmail } from '../../server/features/billing/billing.emails.ts'
import { offerEmail } from '../../server/features/booking/waiting.emails.ts'
import { authorizedEmail, invitationEmail } from '../../server/features/guardians/guardians.emails.ts'
import { newMessageEmail } from '../../server/features/messages/messages.emails.ts'
import {
  agreedEmail,
  declinedEmail,
  endedEmail,
  postponedEmail,
  reminderEmail,
  stoppedEmail,
} from '../../server/features/payments/installments/installments.emails.ts'
import { secureMailEmail } from '../../server/features/mail/mail.emails.ts'
import { receivedEmail } from '../../server/features/payments/payments.emails.ts'
import { requestEmail } from '../../server/features/profile/profile.emails.ts'
import { usernameEmail } from '../../server/features/recovery/recovery.emails.ts'
import {
  forgottenPasswordEmail,
  passwordLinkEmail,
  secondFactorOffEmail,
  staffInvitationEmail,
} from '../../server/features/staff/staff.emails.ts'
import { signUpLinkEmail } from '../../server/features/sign-up/sign-up.emails.ts'
import { wrongPasswordsEmail } from '../../server/features/sign-in/sign-in.emails.ts'
import { codeEmail, notSentEmail, securityEmail } from '../../server/identity/identity.emails.ts'
import { composeMail } from '../../server/outbox/compose-mail.ts'
import type { Email } from '../../server/outbox/outbox.ts'
import { wordsOfHtml, wordsOfText } from '../support/html-words.ts'

const origin = 'https://portal.example'
const practice = 'Lakeside Dermatology'
const about = { licenseeId: 'lakeside', to: 'reader@example.org', practice }
const patient = { emrId: '1001', firstName: 'Maria', lastName: 'Alvarez' }
const startsAt = '2026-11-27T14:00:00.000Z'
const plan = { ...about, lastFour: '4242', origin, canOpen: true }
const ofAccount = { ...about, when: '11/27/2026 9:00 AM EST' }
const ofStaff = { ...about, owner: 'Olivia Grant' }
const time = { providerId: '112', facilityId: '1', startsAt, timeZone: 'America/New_York' }

/** Every function that writes an e-mail, with the e-mails that it can write. */
const written: Record<string, Email[]> = {
  staffInvitationEmail: [
    staffInvitationEmail({ ...ofStaff, acceptAt: `${origin}/admin/invitation/abc`, endsOn: '12/04/2026 9:00 AM EST' }),
  ],
  passwordLinkEmail: [
    passwordLinkEmail({
      ...ofStaff,
      login: 'calls.desk',
      chooseAt: `${origin}/user/resetpassword/link/abc`,
      endsOn: 'tomorrow',
    }),
  ],
  forgottenPasswordEmail: [
    forgottenPasswordEmail({
      ...about,
      login: 'calls.desk',
      chooseAt: `${origin}/admin/new_password/abc`,
      endsOn: '11/28/2026 9:00 AM EST',
    }),
  ],
  secondFactorOffEmail: [true, false].map((isNeeded) =>
    secondFactorOffEmail({ ...ofStaff, login: 'calls.desk', when: 'today', isNeeded, signInAt: `${origin}/admin` }),
  ),
  secureMailEmail: [secureMailEmail({ ...about, readAt: `${origin}/user/securemail/abc` })],
  newBillEmail: [newBillEmail({ ...about, isOwn: true }), newBillEmail({ ...about, isOwn: false })],
  newMessageEmail: [
    newMessageEmail({ ...about, isOwn: true, stopAt: `${origin}/user/stopMessageEmails?link=abc` }),
    newMessageEmail({ ...about, isOwn: false, stopAt: undefined }),
  ],
  offerEmail: [
    offerEmail(
      {
        id: 'waiting',
        licenseeId: 'lakeside',
        accountId: 1,
        patientId: '1001',
        mode: 'inoffice',
        typeId: '1',
        providerId: '112',
        facilityId: '',
        untilDay: '2026-12-24',
        details: { origin, what: 'A visit' } as never, // the e-mail reads the origin only
        notified: [],
        offer: null,
        offerEndsAt: null,
        createdAt: new Date(startsAt),
      },
      { ...about, time, endsAt: new Date(startsAt) },
    ),
  ],
  authorizedEmail: [true, false].map((isNew) =>
    authorizedEmail({ ...about, patient, isNew, signInAt: `${origin}/user/login` }),
  ),
  invitationEmail: [
    invitationEmail({ ...about, patient, acceptAt: `${origin}/user/invitation/abc`, endsOn: '11/27/2026 9:00 AM EST' }),
  ],
  usernameEmail: [['maria'], ['maria (as a patient)', 'maria (as a guardian)']].map((logins) =>
    usernameEmail({ ...about, logins, signInAt: `${origin}/user/login` }),
  ),
  signUpLinkEmail: [signUpLinkEmail({ ...about, href: `${origin}/user/signup/link/abc` })],
  codeEmail: [codeEmail({ ...about, code: '471147' })],
  securityEmail: [securityEmail({ ...about, what: 'passkeyAdded', login: 'maria', when: '11/27/2026 9:00 AM EST' })],
  notSentEmail: [
    notSentEmail({ ...about, what: 'email', when: '11/27/2026 9:00 AM EST' }),
    notSentEmail({ ...about, what: 'message', when: '11/27/2026 9:00 AM EST' }),
  ],
  settingChangedEmail: [
    settingChangedEmail({
      ...about,
      who: 'Olivia Owens',
      title: 'Second factor for the staff',
      value: 'Off',
      when: '11/27/2026 9:00 AM EST',
    }),
  ],
  wrongPasswordsEmail: [
    wrongPasswordsEmail({ ...ofAccount, login: 'maria', choosePasswordAt: `${origin}/user/forgotpassword` }),
  ],
  requestEmail: [requestEmail({ ...about, patient, note: 'New street:\n5 Elm & Oak' })],
  receivedEmail: [
    receivedEmail({ ...about, by: 'account', receiptAt: `${origin}/payment/printReceipt?payment=abc` }),
    receivedEmail({ ...about, by: 'entry', receiptAt: undefined }),
    receivedEmail({ ...about, by: 'installments', receiptAt: undefined }),
  ],
  agreedEmail: [agreedEmail({ ...plan, days: ['2026-12-01', '2027-01-01', '2027-02-01'] })],
  reminderEmail: [true, false].map((canOpen) =>
    reminderEmail({ ...plan, canOpen, day: '2026-12-01', notAfter: new Date(startsAt) }),
  ),
  declinedEmail: [declinedEmail({ ...plan, day: '2026-12-01', retryOn: '2026-12-04' })],
  postponedEmail: [postponedEmail({ ...plan, postponed: [{ from: '2026-12-01', to: '2027-03-01' }] })],
  stoppedEmail: (['payer', 'access', 'card', 'declined', 'refunded', 'office'] as const).map((reason) =>
    stoppedEmail({ ...plan, reason }),
  ),
  disabledEmail: [disabledEmail(ofAccount)],
  enabledEmail: [enabledEmail({ ...ofAccount, signInAt: `${origin}/user/login` })],
  oneTimePasswordEmail: [oneTimePasswordEmail(ofAccount)],
  authenticatorOffEmail: [authenticatorOffEmail(ofAccount)],
  confirmEmailEmail: [
    confirmEmailEmail({
      ...about,
      confirmAt: `${origin}/user/confirmEmail/abc`,
      until: '11/28/2026 9:00 AM EST',
      notAfter: new Date(startsAt),
    }),
  ],
  emailRequestedEmail: [emailRequestedEmail(ofAccount)],
  resetLinkEmail: [
    resetLinkEmail({
      ...about,
      login: 'maria',
      chooseAt: `${origin}/user/resetpassword/link/abc`,
      until: '11/28/2026 9:00 AM EST',
      notAfter: new Date(startsAt),
    }),
  ],
  endedEmail: [endedEmail(plan), endedEmail({ ...plan, origin: null })],
}

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((path) => `server/${path}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('server/sandbox/'))

test('every function that writes an e-mail is examined here, and none is elsewhere', () => {
  const defined = sources
    .filter((path) => path.endsWith('.emails.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(([, name]) => name))
  expect(Object.keys(written)).toEqual(expect.arrayContaining(defined))
  expect(defined).toHaveLength(Object.keys(written).length)
  const writers = sources.filter((path) => /channel: 'mail',/.test(readFileSync(path, 'utf8')))
  expect(writers.filter((path) => !path.endsWith('.emails.ts'))).toEqual([])
})

describe.for(Object.entries(written))('%s', ([, emails]) => {
  const sender = {
    name: practice,
    mark: 'LD',
    phone: { text: '(212) 555-0140', href: 'tel:+12125550140' },
    color: '#13607C',
  }
  const mails = emails.map(({ content }) => ({ content, ...composeMail(content, sender) }))

  test('says the same in text and in HTML', () => {
    for (const { content, text, html } of mails) {
      const labelled = content.button
        ? wordsOfText(text).replace(`${content.button.label}:`, content.button.label)
        : wordsOfText(text)
      // In HTML the last link shows its label only.
      const words = content.stop
        ? labelled.replace(`${content.stop.label}:\n${content.stop.href}`, content.stop.label)
        : labelled
      expect(wordsOfHtml(html)).toBe(words)
    }
  })

  test('has the practice, its phone number, the reason, and one button at most besides the link that turns it off', () => {
    for (const { content, text, html } of mails) {
      for (const words of [`${practice}, (212) 555-0140`, content.why, content.sentence]) expect(text).toContain(words)
      expect(html).toContain('href="tel:+12125550140"')
      expect(html.match(/class="button"/g)?.length ?? 0).toBe(content.button ? 1 : 0)
      expect(new Set(text.match(/https?:\S+/g)).size).toBe((content.button ? 1 : 0) + (content.stop ? 1 : 0))
    }
  })

  test('names no amount and nothing medical', () => {
    for (const { subject, text } of mails)
      expect(`${subject}\n${text}`.replaceAll(practice, '')).not.toMatch(
        /\$|\d\.\d\d\b|diagnos|procedure|medica|medicine|biopsy|result|derma|doctor|physician|prescri/i,
      )
  })
})
