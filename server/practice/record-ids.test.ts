import { expect, test } from 'vitest'
import { recordIdIn } from './record-ids.ts'

test.each(['300001', 'MzAwMDAx', 'MTAwMQ==', 'MTAwMQ=', 'MTAwMQ', 'MQ==', 'OTk5OTk5OTk5'])(
  '%s is an id of the record server',
  (text) => {
    const plain = /^\d+$/.test(text) ? text : Buffer.from(text, 'base64').toString()
    expect(recordIdIn(text)).toBe(plain)
  },
)

test.each([
  '',
  '0',
  '007',
  '-1',
  '1.5',
  '1e3',
  '1234567890',
  ' 1001',
  '1001 ',
  'x',
  'MTAwMR==', // decodes to the same bytes as MTAwMQ==
  'MTAwMQ===',
  'M=TAwMQ',
  'MDAx', // 001
  'LTE=', // -1
  'MTAwMSA=', // with a blank
  'MTIzNDU2Nzg5MA==', // ten digits
  '4paI', // no digits
  '١٠٠١', // digits of another script
  'constructor',
  'a'.repeat(5000),
])('%s is none', (text) => expect(recordIdIn(text)).toBeUndefined())
