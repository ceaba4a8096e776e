import { expect, test } from 'vitest'
import { faultOf } from './fault-of.ts'

test('the log learns the kind, the code and the place of an error, and not what it says', () => {
  const cause = Object.assign(new Error('Key (login)=(maria) already exists'), { code: '23505' })
  const fault = faultOf(new TypeError('maria could not be read', { cause }))
  expect(fault).toMatchObject({ fault: 'TypeError', code: '23505' })
  expect(fault.at).toMatch(/^at .*fault-of\.test\.ts/)
  expect(JSON.stringify(fault)).not.toContain('maria')
  expect(faultOf('maria')).toEqual({ fault: 'string' })
})
