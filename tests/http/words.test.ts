import { expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { tokenFor, visitIn } from '../support/linked-screens.ts'
import { blocksOf } from './crawl/crawl.ts'
import { portalTest } from '../support/portal-test.ts'
import { claimOf, earnGrant, resetRoute } from '../support/recovery.ts'
import { getVerified, peopleOf, signUpScreen } from '../support/sign-up.ts'
import { setSetting } from '../support/switches.ts'

const test = portalTest({ maria: 'maria.alvarez' })

/** Codes of failures, and the messages that specification 1 requires (§5, §8). */
const specified = {
  failed: 'Something went wrong. Please try again later.',
  'uploads.virus': 'Virus detected - file cannot be uploaded.',
  'uploads.token': 'Authentication failed. Please try again later.',
  'uploads.type': 'Invalid file type. Please select a valid file',
  'uploads.tooLarge': 'Please select a file smaller than 6MB',
  'uploads.other': 'Please specify the other document',
  'signIn.invalid': 'Invalid credentials. Please enter a valid username and password.',
  'signIn.otherKind':
    "We couldn't find the account. If you are a guardian, Please check the 'I am a Guardian' checkbox.",
  'signUp.noDay': 'Invalid Date',
  'signUp.failed': 'Account creation failed. Please try again later.',
  'signUp.taken': 'Username already exists. Please choose another one.',
  'password.criteria': "Password doesn't match the criteria",
  'password.mismatch': "Entered passwords doesn't match",
  'recovery.unknown': "Sorry, Couldn't find the account. Please re-check the entered details.",
  'recovery.emailForm': 'Please enter a valid email id',
}

// Without a tag: a list of words shows no failure. The tests that cause each of them are tagged.
test('the error catalogue has the words of the specification', async ({ portal }) => {
  const { status, body } = await portal.visitor().get<{ code: string; message: string }[]>('/ui/errors')
  expect(status).toBe(200)
  const words = Object.fromEntries(body.map(({ code, message }) => [code, message]))
  expect(words).toMatchObject(specified)
})

test('the upload page says what the specification says, and what the practice wants to be uploaded [1 §2.69 §4.53 §4.54 §4.56 §5.22 §5.26 §5.29 §6.21 §8.28 §9.9 §9.23 §9.24]', async ({
  portal,
  maria,
}) => {
  const link = await tokenFor(portal, { purpose: 'upload', appointmentId: await visitIn(portal, 48) })
  const page = async () => (await maria.get(`/ui/screens/user/fileupload/${link}`)).body
  const first = await page()
  const upload = first.blocks.find((block): block is BlockOf<'upload'> => block.kind === 'upload')
  expect(upload).toMatchObject({
    submit: 'Upload to my chart',
    cancel: { label: 'Cancel' },
    done: { label: 'Done', message: 'File(s) uploaded successfully!' },
    sending: { text: 'Uploading...' },
    remove: { question: 'Are you sure you want to delete this file?', yes: 'Yes', no: 'No' },
    accept: ['application/pdf', 'image/png', 'image/jpeg'],
    maxBytes: 6 * 1_048_576,
    messages: {
      type: 'Invalid file type. Please select a valid file',
      size: 'Please select a file smaller than 6MB',
      duplicate: 'File already exists. Please select a different file',
    },
  })
  expect(upload?.category?.value).toBeUndefined()
  const about = (screen: Awaited<ReturnType<typeof page>>) => screen.blocks.find(({ id }) => id === 'about')
  expect(about(first)).toMatchObject({
    text: "Please upload your driver's license, insurance card, or other medical documents such as lab results, pathology reports and relevant images to reduce your time in the office.",
  })
  await setSetting(portal, { name: 'upload_document_screen_text', value: 'Bring your card, too.' })
  expect(about(await page())).toMatchObject({ text: 'Bring your card, too.' })
})

test('a new password is measured in four words from eight characters on, at sign-up and at its reset [1 §2.46 §5.8 §5.9]', async ({
  portal,
}) => {
  const [joining, forgetful] = [portal.visitor(), portal.visitor()]
  const [somebody] = await peopleOf(portal, 1)
  await getVerified(portal, joining, somebody!)
  await earnGrant(portal, forgetful, claimOf('maria.alvarez', people.mariaAlvarez))
  for (const [visitor, path, names] of [
    [joining, signUpScreen, ['Login', 'PatientPassword', 'PatientPassword2', 'Terms']],
    [forgetful, resetRoute, ['Password', 'Password2']],
  ] as const) {
    const [form] = blocksOf((await visitor.get(path)).body, 'form') as unknown as BlockOf<'form'>[] // of that kind
    expect(form?.fields.map(({ name }) => name)).toEqual(names)
    const { strength } = form?.fields.find(({ widget }) => widget === 'password') ?? {}
    expect(strength).toMatchObject({ minLength: 8, levels: ['Weak', 'Fair', 'Good', 'Strong'] })
    expect(strength?.classes).toHaveLength(4)
  }
})
