/** @module-tag database */
import { describe, expect } from 'vitest'
import type { Screen } from '../../schemas/screen.ts'
import { deliverMessage } from '../../server/outbox/deliver-message.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { enrol, nextStep } from '../support/authenticator-app.ts'
import { runDueJobs } from '../support/jobs.ts'
import { wordsOf } from '../support/linked-screens.ts'
import { openLivePage } from '../support/live-page.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { setSetting } from '../support/switches.ts'

const it = portalTest({ calls: 'calls.desk' }, { timeoutMs: 3000 })
const { mariaAlvarez: maria, lucasAlvarez: lucas } = people
const login = { login: 'maria.alvarez', password: 'Sunny-Harbor-42' }
const changed = 'Quiet-Lantern-63'

it.beforeAll(({ portal }) => setSetting(portal, { name: 'Portal_Second_Factor', value: true }))

/** The page of a patient that a member of the staff has open, with what it shows now. */
async function openPage(portal: RunningPortal, staff: Visitor, { patientN }: { patientN: number }) {
  const load = () => staff.get<Screen>(`/ui/screens/admin/patient/${patientN}`)
  const { body } = await load()
  const cookie = [...staff.cookies].map((each) => each.join('=')).join('; ')
  const live = await openLivePage(portal, body.topics ?? [], { cookie })
  return {
    /** The words of the page as it is reloaded at the first hint. */
    reloaded: async () => {
      await expect.poll(() => live.heard.length).toBeGreaterThan(0)
      live.heard.splice(0)
      return wordsOf((await load()).body.blocks)
    },
    isStill: async () => {
      await live.caughtUp()
      return live.heard.length === 0
    },
  }
}

const forget = (portal: RunningPortal, { firstName, lastName, dob, email }: typeof maria) =>
  portal.visitor().act('account.forgotUsername', {
    PatientFirstName: firstName,
    PatientLastName: lastName,
    PatientDOB: dob,
    PatientEmail: email,
  })

describe('the page of a patient that is open', () => {
  it('hears of a sign-in once its time can be read, and not of those of other patients', async ({ portal, calls }) => {
    const [page, other] = [await openPage(portal, calls, maria), await openPage(portal, calls, lucas)]
    await portal.visitor().enter(login)
    expect(await page.reloaded()).toMatch(/"Last sign-in","value":"\d/)
    expect(await other.isStill()).toBe(true)
  })

  it('hears of a second factor and of a new password', async ({ portal, calls }) => {
    const visitor = await portal.visitor().enter(login)
    const page = await openPage(portal, calls, maria)
    nextStep(portal)
    await enrol(portal, visitor, { password: login.password })
    expect(await page.reloaded()).toContain('On (authenticator app)')
    await visitor.act('account.disableSecondFactor', { Proof: login.password })
    expect(await page.reloaded()).not.toContain('On (authenticator app)')
    const typed = { CurrentPassword: login.password, NewPassword: changed, ConfirmPassword: changed }
    await visitor.act('account.changePassword', typed)
    expect(await page.reloaded()).toMatch(/Changed on/)
  })

  it('hears that a message waits, and that it is sent', async ({ portal, calls }) => {
    const page = await openPage(portal, calls, maria)
    await portal.fault({ kind: 'down', path: 'smtp' })
    await forget(portal, maria)
    expect(await page.reloaded()).toContain('Not delivered yet')
    await portal.heal()
    await runDueJobs(portal, deliverMessage)
    expect(await page.reloaded()).not.toContain('Not delivered yet')
  })
})
