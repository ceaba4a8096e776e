import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from './browser-test.ts'
import { faultsOf } from './keyboard.ts'
import { drawn, open, openContext, signInAs } from './people.ts'

const test = browserTest()

interface Form {
  route: string
  /** The text of its main button. */
  press: string
  /** A field that is wrong, its correction, and the action that the press sends. */
  field: RegExp
  wrong: string
  right: string
}

const ofStrangers: Form[] = [
  { route: '/user/signup', press: 'Continue', field: /^Date of birth/, wrong: '13/45/1988', right: '4/12/1988' },
  { route: '/user/forgotpassword', press: 'Continue', field: /^Date of birth/, wrong: '02/30/1988', right: '4/2/1988' },
  { route: '/user/forgotusername', press: 'Send username', field: /^Date of birth/, wrong: '1', right: '04021988' },
  { route: '/user/guestLogin', press: 'Submit', field: /^Date of Birth/, wrong: '04/01/88', right: '4.1.1988' },
  { route: '/user/login', press: 'Sign in', field: /^Username/, wrong: ' ', right: 'maria.alvarez' },
]
const ofPatients: Form[] = [
  {
    route: '/user/register/guardian',
    press: 'Send the invitation',
    field: /^Date of birth/,
    wrong: '4/1',
    right: '4/1/1960',
  },
  {
    route: '/user/register/guardian?way=password',
    press: 'Create account',
    field: /^Date of birth/,
    wrong: '4/1',
    right: '4/1/1960',
  },
]

/** The summary takes the focus at each check: a press that arrives makes a new one, which names one field less. */
async function wrongFields(page: Page): Promise<number> {
  return page.locator('main .form-summary li').count()
}

async function refuseOnce(page: Page, { field, wrong, press }: Form): Promise<number> {
  await page.getByLabel(field).first().fill(wrong)
  await page.getByRole('button', { name: press, exact: true }).click()
  await page.locator('main .form-summary').waitFor()
  return wrongFields(page)
}

/** Presses where the button is while the field still has the focus, and lets go at the same place. */
async function pressAt(page: Page, { press }: Form, by: 'mouse' | 'touch'): Promise<void> {
  const button = page.getByRole('button', { name: press, exact: true })
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox())!
  const [left, top] = [x + width / 2, y + height - 4]
  if (by === 'touch') return page.touchscreen.tap(left, top)
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.up()
}

async function pressArrives(page: Page, form: Form, by: 'mouse' | 'touch'): Promise<void> {
  const before = await refuseOnce(page, form)
  await page.getByLabel(form.field).first().fill('')
  await page.getByLabel(form.field).first().pressSequentially(form.right)
  await pressAt(page, form, by)
  await expect.poll(async () => [form.route, await wrongFields(page)]).toEqual([form.route, before - 1])
}

test.for(['mouse', 'touch'] as const)(
  'the press by %s right after a field was corrected arrives, in each form of a visitor',
  async (by, { portal, browser }) => {
    const page = await (await openContext({ browser, width: 390, hasTouch: true })).newPage()
    for (const form of ofStrangers) {
      await page.goto(`http://lakeside.localhost:${portal.port}${form.route}`)
      await drawn(page)
      await pressArrives(page, form, by)
    }
  },
)

test('the press right after a field was corrected arrives, in each form of a patient', async ({ portal, browser }) => {
  const page = await signInAs('maria.alvarez', { browser, port: portal.port, width: 390 })
  for (const form of ofPatients) {
    await open(page, form.route)
    await pressArrives(page, form, 'mouse')
    expect(await faultsOf(page)).toEqual([])
  }
})
