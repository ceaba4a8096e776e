import sharp from 'sharp'
import { expect } from 'vitest'
import { violationsOn } from './axe.ts'
import { browserTest } from './browser-test.ts'
import { faultsOf, press } from './keyboard.ts'
import { open, signInAs } from './people.ts'

const test = browserTest()

const sign = sharp({ create: { width: 600, height: 150, channels: 4, background: '#0b3d5c' } })

test('a logo is uploaded, seen and saved by keyboard on a phone, and open pages of others show it at once [2 §2.149]', async ({
  portal,
  browser,
}) => {
  const maria = await signInAs('maria.alvarez', { browser, port: portal.port })
  const page = await signInAs('settings.desk', { browser, port: portal.port, width: 320 })
  await open(page, '/admin/update_logo')
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await sign.png().toBuffer() }
  await page.locator('input[type=file]').setInputFiles(file)
  await press(page, /^Upload and preview$/)
  const preview = page.getByRole('region', { name: 'New logo' }).or(page.locator('[data-block="new"]')).first()
  await preview.getByRole('img').first().waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block)
  await expect.poll(focused).toBe('new-places')
  expect(await maria.locator('header img').count()).toBe(0)
  expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])

  await press(page, /^Save logo$/)
  const inHeader = maria.getByRole('banner').getByRole('img', { name: 'Lakeside Dermatology' })
  await inHeader.waitFor()
  await page.getByRole('banner').getByRole('img', { name: 'Lakeside Dermatology' }).waitFor()
  await expect.poll(focused).toBe('source')
  expect([await faultsOf(page), await violationsOn(page)]).toEqual([[], []])

  await press(page, /^Remove the logo$/)
  await press(page, /^Remove$/)
  await inHeader.waitFor({ state: 'detached' })
  await maria.locator('.brand-mark').waitFor()
})
