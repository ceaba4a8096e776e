import { describe, expect } from 'vitest'
import { gatewayTest as test } from '../../../../tests/support/gateway-test.ts'

const northernNewJersey = { id: '2', name: 'Northern New Jersey', state: 'NJ' }

describe('the record server is asked', () => {
  test('for settings, places and types [1 §7.6 §7.15 §7.16 §7.27] [2 §7.16 §7.17]', async ({ open, records }) => {
    const emr = open()
    await emr.adminSetting('EnableCenterLogo')
    await emr.regions()
    await emr.appointmentTypes('telederm')
    expect(records.lines()).toEqual([
      'GET Provider/GetAdminSettingValue?settingName=EnableCenterLogo',
      'GET Provider/GetFacilityRegions',
      'GET Provider/Schedule/GetAppointmentTypes?filter=telederm&patientType=existing',
    ])
  })

  test('for providers and locations, also by insurance [1 §7.2 §7.3 §7.4]', async ({ open, records }) => {
    const emr = open()
    await emr.providers('inoffice')
    await emr.providers('telederm')
    await emr.facilities({ insuranceId: '2' })
    expect(records.lines()).toEqual([
      'GET Provider/GetAllProviders',
      'GET Provider/TeleHealth/GetAllProviders',
      'GET Provider/GetFacilitiesByInsurance/2',
    ])
    records.calls.splice(0)
    await emr.providers('inoffice', { insuranceId: '2' })
    expect(records.lines().toSorted()).toEqual([
      'GET Provider/GetAllProviders',
      'GET Provider/GetProvidersByInsurance/2',
    ])
  })
})

describe('reference data of the sandbox', () => {
  test('the practice, its places, people and settings [1 §3.12 §3.13 §7.2 §7.6 §9.19]', async ({ open }) => {
    const emr = open()
    expect(await emr.adminSetting('Practice_Phone')).toBe('2125550140')
    expect(await emr.adminSetting('Nobody & knows=this')).toBeUndefined()
    expect(await emr.regions()).toContainEqual(northernNewJersey)
    expect(await emr.appointmentTypes('telederm')).toEqual([
      { id: '2', name: 'Existing Patient - TeleHealth Appointment', minutes: 15 },
    ])
    expect((await emr.facilities()).find(({ id }) => id === '14')).toMatchObject({
      name: 'Lakeside Montclair',
      timeZone: 'America/New_York',
      zip: '07042',
      regionId: '2',
    })
    expect((await emr.providers('telederm')).map(({ id }) => id).sort()).toEqual(['103', '104'])
    expect((await emr.providers('inoffice')).find(({ id }) => id === '102')?.facilityIds).toEqual(['11', '13'])
    expect(await emr.insurances()).toEqual([])
  })

  test('insurance marks providers and facilities [1 §3.10 §7.3 §7.4]', async ({ open }) => {
    const emr = open('northgate')
    expect((await emr.insurances()).map(({ id }) => id).sort()).toEqual(['1', '2'])
    const providers = await emr.providers('inoffice', { insuranceId: '2' })
    expect(
      providers
        .filter(({ acceptsInsurance }) => !acceptsInsurance)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['203', '206'])
    const facilities = await emr.facilities({ insuranceId: '2' })
    expect(facilities.filter(({ acceptsInsurance }) => !acceptsInsurance).map(({ id }) => id)).toEqual(['22'])
    expect((await emr.facilities()).every(({ acceptsInsurance }) => acceptsInsurance)).toBe(true)
  })
})
