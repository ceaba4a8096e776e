import type { Page } from 'playwright'
import { people, type NamedPerson } from '../../server/sandbox/seed/people.ts'
import { codeFor, drawn, open } from '../browser/people.ts'
import type { RealPortal } from './real-portal.ts'

/** A flow of several screens; each is captured as a screenshot. */
export type Walk = (walk: { page: Page; portal: RealPortal; shoot(name: string): Promise<void> }) => Promise<void>

const newPassword = 'Silent-Orchard-91'

/** Types personal details; the fields are those of specification 1 §2. */
async function fillIdentity(page: Page, { firstName, lastName, dob, gender, zip }: NamedPerson): Promise<void> {
  await page.getByLabel(/^First name/i).fill(firstName)
  await page.getByLabel(/^Last name/i).fill(lastName)
  await fillDay(page, /^Date of birth/i, dob)
  await page.getByLabel(gender === 1 ? 'Male' : 'Female', { exact: true }).check()
  await page.getByLabel(/^ZIP/).fill(zip)
}

/** `day` is `yyyy-MM-dd`; it is typed in the displayed format. */
async function fillDay(page: Page, label: RegExp, day: string): Promise<void> {
  const [year, month, date] = day.split('-')
  await page.getByLabel(label).fill(`${month}/${date}/${year}`)
  await page.keyboard.press('Enter')
}

export const signUpWalk: Walk = async ({ page, portal, shoot }) => {
  const somebody = people.ameliaNovak
  await open(page, '/user/signup')
  await shoot('sign-up-locate')
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot('sign-up-locate-errors')
  await fillIdentity(page, somebody)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^E-mail to/).waitFor()
  await shoot('sign-up-choose')
  await page.getByLabel(/^E-mail to/).check()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel(/^Verification code/).waitFor()
  await shoot('sign-up-code')
  await page.getByLabel(/^Verification code/).fill('0000')
  await page
    .getByText(/The code is not right/)
    .first()
    .waitFor()
  await shoot('sign-up-code-wrong')
  await page.getByLabel(/^Verification code/).fill(await codeFor(somebody.email, portal))
  await page.getByLabel(/^Confirm password/).waitFor()
  await shoot('sign-up-secure')
  await page.getByLabel(/^Username/).fill('amelia.novak')
  await page.getByRole('textbox', { name: /^Password/ }).fill('Silent-orch')
  await page.getByLabel(/^I accept/).check()
  await shoot('sign-up-secure-typed')
  await page.getByRole('button', { name: 'Read the terms' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot('sign-up-terms')
}

/** Can run only once. */
export const signUpEndWalk: Walk = async ({ page, portal, shoot }) => {
  const somebody = people.piotrZielinski
  await open(page, '/user/signup')
  await fillIdentity(page, somebody)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^E-mail to/).waitFor()
  await shoot('sign-up-one-way')
  await page.getByRole('button', { name: 'Send code' }).click()
  for (let tries = 0; tries < 5; tries++) {
    await page.getByLabel(/^Verification code/).fill('0000')
    await page.locator('input[value="0000"]').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Resend code' }).waitFor()
  await shoot('sign-up-code-closed')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await page.getByText('Code re-sent successfully!').first().waitFor()
  await page.getByLabel(/^Verification code/).fill(await codeFor(somebody.email, portal))
  await page.getByLabel(/^Username/).fill('piotr.zielinski')
  await page.getByRole('textbox', { name: /^Password/ }).fill(newPassword)
  await page.getByLabel(/^Confirm password/).fill(newPassword)
  await page.getByLabel(/^I accept/).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page
    .getByRole('button', { name: 'View account' })
    .or(page.getByRole('link', { name: 'View account' }))
    .waitFor()
  await shoot('sign-up-done')
}

export const recoveryWalk: Walk = async ({ page, portal, shoot }) => {
  const { dob, email } = people.mariaAlvarez
  await open(page, '/user/forgotusername')
  await shoot('forgot-username')
  await open(page, '/user/forgotpassword')
  await shoot('forgot-password')
  await page.getByLabel(/^Username/).fill('maria.alvarez')
  await fillDay(page, /^Date of birth/, dob)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^E-mail to/).waitFor()
  await shoot('recovery-choose')
  await page.getByLabel(/^E-mail to/).check()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel(/^Verification code/).waitFor()
  await shoot('recovery-code')
  await page.getByLabel(/^Verification code/).fill(await codeFor(email, portal))
  await page.getByLabel(/^Confirm password/).waitFor()
  await shoot('reset-password')
  await open(page, '/user/forgotpassword/verification')
  await shoot('recovery-over')
}

export const signInWalk: Walk = async ({ page, shoot }) => {
  await open(page, '/user/login')
  await fillSignIn(page, 'thomas.reed', 'Old-Garden-13')
  await page.getByRole('dialog', { name: 'Existing patient identified' }).waitFor()
  await shoot('forced-reset')
  await open(page, '/user/login')
  await page.getByLabel('I am a Guardian').check()
  await fillSignIn(page, 'r.okafor@example.com', 'Bright-Window-31')
  await page.getByRole('dialog', { name: 'Choose a patient' }).waitFor()
  await shoot('chooser')
  await page.getByRole('dialog').getByRole('button', { name: /Ada/ }).click()
  await page.waitForURL(/dashboard/)
  await drawn(page)
  await shoot('guardian-dashboard')
  await page
    .getByRole('button', { name: /Menu|Ruth/ })
    .last()
    .click()
  await shoot('guardian-menu')
  for (const [name, path] of [
    ['guardian-profile', '/user/home/Profile'],
    ['guardian-settings', '/user/home/Settings'],
  ] as const) {
    await open(page, path)
    await shoot(name)
  }
}

async function fillSignIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel(/^User ?name/i).fill(login)
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.getByRole('button', { name: /^Sign in$/i }).click()
}

/** For a signed-in patient. */
export const authenticatorWalk: Walk = async ({ page, shoot }) => {
  await open(page, '/user/home/Settings/authenticator')
  await shoot('authenticator')
  await page.getByRole('button', { name: 'Set up now' }).click()
  await page.getByLabel(/^Your current password/).fill('Morning-Bridge-26')
  await shoot('prove-again')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel(/^Code/).waitFor()
  await shoot('authenticator-set-up')
}
