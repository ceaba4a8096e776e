import { expect, test } from 'vitest'
import { sendKey } from '../../practice/written-form.ts'
import { bodyHtml, boxOf, recipientKey, recipientOf, replySubject } from './messages.rules.ts'

const grace = { id: '12', name: 'Grace Kim', isGroup: false }
const nurses = { id: '12', name: 'Nurses', isGroup: true }
const recipients = { physicians: [grace], groups: [nurses] }

test('a physician and a group of one number are two recipients', () => {
  expect([recipientKey(grace), recipientKey(nurses)]).toEqual(['p12', 'g12'])
  expect(recipientOf(recipients, 'g12')).toBe(nurses)
  expect(recipientOf(recipients, 'p12')).toBe(grace)
  expect(recipientOf(recipients, 'p13')).toBeUndefined()
})

test('text becomes HTML by escaping, and line breaks become breaks [2 §5.28]', () => {
  expect(bodyHtml(' 1 < 2 & "3"\r\n<script>alert(1)</script>\n')).toBe(
    '<p>1 &lt; 2 &amp; &quot;3&quot;<br>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})

test('a reply has one Re: in front, and its subject stays within the limit', () => {
  expect([replySubject('Rash'), replySubject('RE: Rash')]).toEqual(['Re: Rash', 'RE: Rash'])
  expect(replySubject('x'.repeat(200))).toHaveLength(200)
})

test('the key of what is sent changes with each part of it', () => {
  const sent = { by: 1, draft: 'd', content: { subject: 's', recipients: ['p1'] } }
  const others = [
    { ...sent, by: 2 },
    { ...sent, draft: 'e' },
    { ...sent, content: { ...sent.content, subject: 't' } },
  ]
  const keys = [sent, ...others].map(sendKey)
  expect(new Set(keys).size).toBe(4)
  expect(sendKey({ ...sent })).toBe(keys[0])
})

test('a box is the inbox unless it is the sent one', () => {
  expect(['sent', 'inbox', undefined, 'x'].map(boxOf)).toEqual(['sent', 'inbox', 'inbox', 'inbox'])
})
