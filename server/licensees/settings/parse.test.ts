import { describe, expect, it } from 'vitest'
import { invoiceSettings } from '../../features/invoices/invoices.settings.ts'
import { lookSettings } from './look.settings.ts'
import { messageSettings } from '../../practice/message.settings.ts'
import { partSettings } from '../../practice/part.settings.ts'
import { practiceSettings } from './practice.settings.ts'
import { fits, parseSetting } from './parse.ts'

const options = partSettings.enable_portal_dashboard_options
const radius = lookSettings.Theme_Radius
const npi = invoiceSettings.IncludeNPIonInvoice
const colour = lookSettings.Theme_Primary_Colour
const name = practiceSettings.LicenseeName
const replies = messageSettings.AllowPortalReplies
const phone = practiceSettings.Practice_Phone

describe('what a record server keeps as text', () => {
  it('reads 1, true and yes as on, in any case, and everything else as off [1 §6.11 §6.13]', () => {
    for (const text of ['1', 'true', 'TRUE', ' True ', 'yes']) expect(parseSetting(replies, text), text).toBe(true)
    for (const text of ['0', 'false', '', 'no', '2', 'perhaps']) expect(parseSetting(replies, text), text).toBe(false)
  })

  it('reads a comma list with blanks and repetitions, and leaves out numbers of no option [1 §6.9] [2 §3.7 §6.20]', () => {
    expect(parseSetting(options, '1,2, 3,4,6')).toEqual([1, 2, 3, 4, 6])
    expect(parseSetting(options, '5,5,1,')).toEqual([1, 5])
    expect(parseSetting(options, '1,8,99')).toEqual([1])
    expect(parseSetting(options, '')).toEqual([])
  })

  it('does not take a list that is none', () => {
    expect(parseSetting(options, 'appointments')).toBeUndefined()
    expect(parseSetting(options, '1;2')).toBeUndefined()
    expect(parseSetting(options, '-1')).toBeUndefined()
  })

  it('takes whole numbers within the limits', () => {
    expect(parseSetting(radius, '4')).toBe(4)
    for (const text of ['', '4.5', '25', '-1', 'NaN', 'Infinity', 'four'])
      expect(parseSetting(radius, text), text).toBeUndefined()
  })

  it('takes one of the choices', () => {
    expect(parseSetting(npi, '3')).toBe('3')
    expect(parseSetting(npi, '4')).toBeUndefined()
  })

  it('draws a colour that could not be read on white in its nearest readable shade', () => {
    expect(parseSetting(colour, '#2F5D3A')).toBe('#2F5D3A')
    expect(parseSetting(colour, '#ffff00')).toMatch(/^#[0-9a-f]{6}$/)
    expect(parseSetting(colour, '#ffff00')).not.toBe('#ffff00')
    expect(parseSetting(colour, 'red')).toBeUndefined()
  })

  it('shows a phone number with an extension as the practice wrote it', () => {
    expect(parseSetting(phone, '212-555-0140 ext. 3')).toBe('212-555-0140 ext. 3')
  })

  it('makes one line of a text that has several, unless the setting has lines', () => {
    expect(parseSetting(name, 'Lakeside\r\nDermatology\u202e')).toBe('Lakeside Dermatology ')
    expect(parseSetting({ ...name, lines: true }, 'one\ntwo')).toBe('one\ntwo')
    expect(fits(name, 'Lakeside\nDermatology')).toBe(false)
  })

  it('does not take an empty name for a practice', () => {
    expect(parseSetting(name, '  ')).toBeUndefined()
  })
})

describe('a value fits its setting', () => {
  it('only with the right type', () => {
    expect(fits(replies, 'true')).toBe(false)
    expect(fits(radius, '4')).toBe(false)
    expect(fits(options, '1,2')).toBe(false)
    expect(fits(options, [1, 1])).toBe(false)
    expect(fits(options, [1, 8])).toBe(false)
    expect(fits(colour, 'red')).toBe(false)
    expect(fits(colour, 5)).toBe(false)
    expect(fits(name, null)).toBe(false)
    expect(fits(name, 'x'.repeat(201))).toBe(false)
  })
})
