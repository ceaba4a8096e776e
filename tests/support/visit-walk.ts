import type { Page } from 'playwright'
import { drawn, open, openContext } from '../browser/people.ts'
import type { Walk } from './account-walks.ts'
import { bookAtStaff, patientAddress, providerAddress } from './staff-visits.ts'

const devices = ['camera', 'microphone']
const shows = (page: Page, words: RegExp) => page.getByText(words).first().waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name }).last().click()

/** One visit for all widths: providers do not have free times for many at once. */
let booked: Promise<void> | undefined

/** Both participants of a video visit; the browser has a fake camera and microphone. */
export const visitWalk: Walk = async ({ page, portal, shoot }) => {
  const sandbox = `http://127.0.0.1:${portal.sandboxPort}`
  await (booked ??= bookAtStaff(sandbox))
  await open(page, '/user/home/appointments')
  const links = await page
    .locator('main a[href*="/appointment/tele/"]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
  const [address, later] = [patientAddress(links[0] ?? ''), links.at(-1) ?? '']
  await open(page, later)
  await shoot('visit-early')
  await page.context().grantPermissions([])
  await open(page, address)
  await shows(page, /Your camera and microphone cannot be used/)
  await shoot('visit-no-devices')
  await page.context().grantPermissions(devices)
  await open(page, address)
  await page.locator('button:enabled', { hasText: 'Join the visit' }).waitFor()
  await shoot('visit-check')
  await press(page, 'Join the visit')
  await shows(page, /^Please wait/)
  await shoot('visit-waiting')
  const provider = await providerPage(page, await providerAddress(sandbox, address))
  await press(provider, 'Join the visit')
  await shows(page, /^You are connected/)
  await shoot('visit-in-call')
  await press(page, 'Mute')
  await press(page, 'Turn camera off')
  await shoot('visit-muted')
  await page.context().setOffline(true)
  await shows(page, /^The connection was lost/)
  await shoot('visit-reconnecting')
  await page.context().setOffline(false)
  await shows(page, /^You are connected/)
  await press(page, 'Leave the visit')
  await shows(page, /^You left/)
  await shoot('visit-left')
  await provider.context().close()
}

async function providerPage(page: Page, address: string): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser of its own')
  const context = await openContext({ browser })
  await context.grantPermissions(devices)
  const provider = await context.newPage()
  await provider.goto(new URL(address, page.url()).href)
  await drawn(provider)
  return provider
}
