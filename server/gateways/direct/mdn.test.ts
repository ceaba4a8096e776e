import { expect, test } from 'vitest'
import { mdnRequest, readMdn, writeMdn, type Disposition, type MdnOptions } from './mdn.ts'

const written: MdnOptions = {
  originalMessageId: '<1234.abcd@portal.example.org>',
  finalRecipient: 'office@direct.example.net',
  disposition: 'processed',
  text: 'The message was processed. Grüße, 处理了, נמסר',
  reportedBy: 'hisp.example.net; Sandbox',
}
const { reportedBy: _, ...read } = written

/** The notification of another system, with fields in its own order. */
const report = (fields: readonly string[], kind = 'disposition-notification', original = 'text/rfc822-headers') =>
  Buffer.from(
    [
      `Content-Type: multipart/report; report-type=${kind}; boundary=part`,
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      'What happened.',
      '--part',
      `Content-Type: message/${kind}`,
      '',
      ...fields,
      '',
      '--part',
      `Content-Type: ${original}`,
      '',
      'Message-ID: <other@portal.example.org>',
      '',
      'Its text.',
      '--part--',
      '',
    ].join('\r\n'),
  )

test.for<Disposition>(['processed', 'dispatched', 'failed', 'displayed', 'deleted', 'denied'])(
  'a notification is read as it was written: %s',
  async (disposition) => {
    expect(await readMdn(writeMdn({ ...written, disposition }))).toEqual({ ...read, disposition })
  },
)

test('a notification that is wrapped as a message is read', async () => {
  const wrapped = `Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n${writeMdn(written).toString()}`
  expect(await readMdn(Buffer.from(wrapped))).toMatchObject({ disposition: 'processed' })
})

test('what was dispatched or has failed says so as Direct requires, and is requested so', () => {
  const fieldOf = (disposition: Disposition) => writeMdn({ ...written, disposition }).toString()
  const field = /^X-DIRECT-FINAL-DESTINATION-DELIVERY: \r$/m
  expect(fieldOf('dispatched')).toMatch(field)
  expect(fieldOf('failed')).toMatch(field)
  expect(fieldOf('processed')).not.toMatch(field)
  expect(fieldOf('dispatched')).toContain('\r\nDisposition: automatic-action/MDN-sent-automatically; dispatched\r\n')
  expect(mdnRequest('portal@direct.example.org')).toEqual({
    'Disposition-Notification-To': 'portal@direct.example.org',
    'Disposition-Notification-Options': 'X-DIRECT-FINAL-DESTINATION-DELIVERY=optional,true',
  })
})

test.for<[fields: string[], expected: Record<string, unknown>]>([
  [
    [
      'FINAL-RECIPIENT: RFC822;a@b.example',
      'original-message-id: <1@x>',
      'disposition: manual-action/MDN-sent-manually;displayed',
    ],
    { finalRecipient: 'a@b.example', originalMessageId: '<1@x>', disposition: 'displayed', text: 'What happened.' },
  ],
  [
    ['Original-Message-ID:', '\t<1@x>', 'Disposition: automatic-action/MDN-sent-automatically;', ' Dispatched'],
    { finalRecipient: undefined, originalMessageId: '<1@x>', disposition: 'dispatched' },
  ],
  [
    [
      'Original-Message-ID: <1@x>',
      'Disposition: automatic-action/MDN-sent-automatically (by itself); processed (done)',
    ],
    { disposition: 'processed' },
  ],
  [
    [
      'Original-Message-ID: <1@x>',
      'Disposition: automatic-action/MDN-sent-automatically; processed/error',
      'Error: full',
    ],
    { disposition: 'failed' },
  ],
  [
    ['Original-Message-ID: <1@x>', 'Disposition: a/b; failed/failure,warning', 'Original-Message-ID: <2@x>'],
    { disposition: 'failed', originalMessageId: '<1@x>' },
  ],
])('notifications of other systems are read: %s', async ([fields, expected]) => {
  expect(await readMdn(report(fields))).toMatchObject(expected)
})

test('a delivery status notification is read if it is about a failure', async () => {
  const fields = [
    'Reporting-MTA: dns; hisp',
    'X-Original-Message-ID: <1@x>',
    '',
    'Final-Recipient: rfc822; a@b.example',
  ]
  const statusOf = (action: string) => readMdn(report([...fields, `Action: ${action}`], 'delivery-status'))
  expect(await statusOf('failed')).toEqual({
    originalMessageId: '<1@x>',
    finalRecipient: 'a@b.example',
    disposition: 'failed',
    text: 'What happened.',
  })
  expect(await statusOf('delayed')).toBeUndefined()
  expect(await statusOf('relayed')).toBeUndefined()
  const without = ['Final-Recipient: rfc822; a@b.example', 'Action: failed']
  for (const original of ['text/rfc822-headers', 'message/rfc822'])
    expect(await readMdn(report(without, 'delivery-status', original))).toMatchObject({
      originalMessageId: '<other@portal.example.org>',
      text: 'What happened.',
    })
  expect(await readMdn(report(without, 'delivery-status', 'image/png'))).toBeUndefined()
})

test('what is no notification, or does not say of which message, is none', async () => {
  const [id, disposition] = ['Original-Message-ID: <1@x>', 'Disposition: a/b; processed']
  expect(await readMdn(report([id]))).toBeUndefined()
  expect(await readMdn(report([disposition]))).toBeUndefined()
  expect(await readMdn(report([id, 'Disposition: a/b; eaten']))).toBeUndefined()
  expect(await readMdn(report(['Original-Message-ID: none', disposition]))).toBeUndefined()
  expect(await readMdn(report([id, disposition]))).toBeDefined()
  expect(await readMdn(Buffer.alloc(0))).toBeUndefined()
  expect(await readMdn(Buffer.from('Content-Type: text/plain\r\n\r\nDisposition: a/b; processed'))).toBeUndefined()
  const attached = Buffer.concat([
    Buffer.from('Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n'),
    report([id, disposition]),
    Buffer.from('\r\n--outer--\r\n'),
  ])
  expect(await readMdn(attached)).toBeUndefined()
})

test('values of a message do not become fields of its notification', async () => {
  const hostile = writeMdn({ ...written, originalMessageId: '<1@x>\r\nDisposition: a/b; failed\r\n\r\n--part' })
  expect(await readMdn(hostile)).toMatchObject({ disposition: 'processed' })
})
