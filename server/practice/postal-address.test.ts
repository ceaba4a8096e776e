import { expect, test } from 'vitest'
import { addressText } from './postal-address.ts'

const whole = { address: '52 Spring Street', address2: 'Apartment 5C', city: 'New York', state: 'NY', zip: '10011' }
const none = { address: '', city: '', state: '', zip: '' }

test.each([
  [whole, '52 Spring Street, Apartment 5C, New York, NY 10011'],
  [{ ...whole, address2: '' }, '52 Spring Street, New York, NY 10011'],
  [{ ...whole, city: '' }, '52 Spring Street, Apartment 5C, NY 10011'],
  [{ ...whole, state: ' ' }, '52 Spring Street, Apartment 5C, New York, 10011'],
  [{ ...none, city: 'New York' }, 'New York'],
  [none, ''],
])('an address is one line of what is known: %j', (address, line) => {
  expect(addressText(address)).toBe(line)
})
