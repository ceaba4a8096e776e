import { expect } from 'vitest'
import { mailTo } from '../support/guardians.ts'
import { memberNamed, newMember, staffTokenTo } from '../support/staff.ts'
import { browserTest } from './browser-test.ts'
import { faultsInWidths, press, proveByPassword, tick, typeInto } from './keyboard.ts'
import { drawn, heading, open, openContext, signInAs } from './people.ts'

const test = browserTest()

test('an owner invites a person, who joins, and ends the access again, by keyboard at 320 px [2 §2.15]', async ({
  portal,
  browser,
}) => {
  const owner = await signInAs('practice.owner', { browser, port: portal.port, width: 320 })
  const watching = await signInAs('practice.owner', { browser, port: portal.port })
  await open(watching, '/admin/staff')
  await press(owner, /^Staff Invite people/)
  await owner.getByRole('heading', { name: 'Staff', level: 1 }).waitFor()
  await press(owner, /^Invite a person$/)
  await owner.getByRole('heading', { name: 'Invite a person' }).waitFor()
  await press(owner, /^Send the invitation$/)
  await owner.getByText('Choose at least one role.').first().waitFor()
  expect(await faultsInWidths(owner)).toEqual([])
  const email = 'dana.lee@example.com'
  await typeInto(owner, /^First name/, 'Dana')
  await typeInto(owner, /^Last name/, 'Lee')
  await typeInto(owner, /^Email/, email)
  await tick(owner, /^Front desk:/)
  await press(owner, /^Send the invitation$/)
  await proveByPassword(owner, 'Harbor-Owner-31')
  await owner.getByText(email).first().waitFor()
  expect(await faultsInWidths(owner)).toEqual([])
  await watching.getByText(email).first().waitFor()

  const page = await (await openContext({ browser, width: 320 })).newPage()
  const token = await staffTokenTo(portal, email)
  await page.goto(`http://lakeside.localhost:${portal.port}/admin/invitation/${token}`)
  await heading(page).waitFor()
  expect(await faultsInWidths(page)).toEqual([])
  for (const label of [/^Password/, /^Confirm password/]) await typeInto(page, label, 'Gentle-River-58')
  await press(page, /^Accept and sign in$/)
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
  await drawn(page)

  const member = await memberNamed(portal, 'dana.lee')
  await watching.getByText(member.login, { exact: true }).waitFor()
  await press(owner, /^Lee, Dana$/)
  await owner.getByRole('heading', { name: 'Dana Lee', level: 1 }).waitFor()
  await press(owner, /^End access$/)
  const dialog = owner.getByRole('dialog', { name: 'End the access of Dana Lee?' })
  await dialog.waitFor()
  await press(owner, /^End the access of Dana$/)
  await dialog
    .getByText(/^Enter a reason\./)
    .first()
    .waitFor()
  expect(await faultsInWidths(owner)).toEqual([])
  await typeInto(owner, /^Reason/, 'Moved away')
  await press(owner, /^End the access of Dana$/)
  await owner.getByText('Moved away').waitFor()
  expect(await faultsInWidths(owner)).toEqual([])
  await page.getByRole('heading', { name: 'Sign in as Admin' }).waitFor()
  await page
    .getByText(/^Your access to this portal has ended\./)
    .first()
    .waitFor()
  expect(await faultsInWidths(page)).toEqual([])
})

test('who has forgotten the password chooses another one by a link, and finds the user name filled in, by keyboard at 320 px', async ({
  portal,
  browser,
}) => {
  const { person, login } = await newMember(portal, await portal.signIn('practice.owner'), { roles: ['records'] })
  const page = await (await openContext({ browser, width: 320 })).newPage()
  const isClean = async () => expect(await faultsInWidths(page)).toEqual([])
  await page.goto(`http://lakeside.localhost:${portal.port}/admin`)
  await press(page, /^Forgot password\?$/)
  await page.getByRole('heading', { name: 'Forgot password', level: 1 }).waitFor()
  await drawn(page)
  await isClean()
  await press(page, /^Send the link$/)
  await page.getByText('Enter your user name or your email address.').first().waitFor()
  await typeInto(page, /^User name or email/, person.email)
  await press(page, /^Send the link$/)
  await page.getByRole('heading', { name: 'Check your email', level: 1 }).waitFor()
  await drawn(page)
  await isClean()
  const { text } = await mailTo(portal, person.email, 2)
  await open(page, /\/admin\/new_password\/[\w-]{43}/.exec(text)?.[0] ?? '')
  await isClean()
  for (const label of [/^New password/, /^Confirm password/]) await typeInto(page, label, 'Quiet-Meadow-47')
  await press(page, /^Reset password$/)
  await page.getByRole('heading', { name: 'Sign in as Admin' }).waitFor()
  await drawn(page)
  expect(await page.getByLabel(/^User name/).inputValue()).toBe(login)
  await typeInto(page, /^Password/, 'Quiet-Meadow-47')
  await press(page, /^Sign In$/)
  await page.getByRole('heading', { name: 'Administration', level: 1 }).waitFor()
})

test('a member of the staff whose role is taken away sees it on the open page at once', async ({ portal, browser }) => {
  const page = await signInAs('calls.desk', { browser, port: portal.port })
  await open(page, '/admin/find_patient')
  const owner = await portal.signIn('practice.owner')
  const { accountId: member } = await memberNamed(portal, 'calls.desk')
  await owner.act('staff.changeRoles', { member, seen: ['front desk'], roles: ['settings'] })
  await page.getByRole('heading', { name: 'Sign in as Admin' }).waitFor()
  await owner.act('staff.changeRoles', { member, seen: ['settings'], roles: ['front desk'] })
})
