import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import {
  draftAutosave,
  draftState,
  formIn,
  savedState,
  type Draft,
  type WrittenDraft,
} from '../../practice/drafts/drafts.blocks.ts'
import { otherWays, writingPage, type MessagesFrame } from '../../practice/message-parts.ts'
import { paths } from '../../practice/paths.ts'
import { call, form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { contentOfMail, recordsText } from './mail-drafts.ts'
import { mailMessages } from './mail.messages.ts'
import { mailPaths } from './mail.paths.ts'
import { everyWay, keptDays, type Way } from './mail.rules.ts'
import { mailWays } from './mail-ways.ts'

interface ComposeScreen extends WrittenDraft {
  way: Way
  frame: MessagesFrame
  send: ActionDefinition
  /** The attached visit records, as the address has them. */
  records: string | undefined
  /** Attaches visit records; undefined for those who may not. */
  picker: BlockList | undefined
}

const leads: Record<Way, string> = {
  direct:
    'It goes to a provider of health care who has a Direct address. It is signed and encrypted, so that only its reader can open it.',
  secure: `It stays here. Its reader gets a link by email, and reads it with a code that is sent to the same address. The link works for ${keptDays} days; you can withdraw the message until it is read.`,
  simple: 'It goes to one address, in your name. It is not protected on its way: others may read it.',
}

const placeholders: Record<Way, string> = {
  simple: 'name@example.com',
  secure: 'name@example.com',
  direct: 'name@direct.example.com',
}

/** A mail to somebody outside of the practice (specification 2 §2.16). */
export function composeMailScreen(shown: ComposeScreen): ScreenBody {
  const { way, frame, send, id, draft, records, picker } = shown
  const attached = records === undefined ? {} : { records }
  return {
    title: mailWays[way].title,
    location: mailPaths[way]({ records, draft: id, ...formIn(shown) }),
    blocks: writingPage(frame, {
      blocks: [
        text('compose', mailWays[way].title, 'heading'),
        text('way', leads[way], 'small'),
        ...otherWays(frame, way),
        ...(picker ? [attachments(picker, records)] : []),
        form({
          id: `mail-${shown.form}`, // the next mail begins empty
          action: send,
          messages: mailMessages,
          input: { draft: id, ...attached },
          value: { ...draft?.content.fields },
          autosave: draftAutosave(shown, attached),
          fields: [
            { name: 'to', label: 'To', placeholder: placeholders[way], autocomplete: 'off' },
            { name: 'subject', label: 'Subject' },
            { name: 'message', label: 'Message', widget: 'multiline' },
          ],
          submitLabel: 'Send',
          busyText: 'Sending the email',
          secondary: [{ id: 'cancel', label: 'Cancel', to: paths.dashboard() }],
        }),
        draftState(shown),
      ],
    }),
  }
}

interface KeptMailScreen extends Pick<ComposeScreen, 'way' | 'frame' | 'actions' | 'now' | 'timeZone'> {
  draft: Draft
  goOn: ActionDefinition
  /** Whom to call. */
  call: string
}

/** What was begun in a way that is not offered any longer: it is not lost, and can be sent in another way. */
export function keptMailScreen({ way, frame, draft, goOn, call: office, ...shown }: KeptMailScreen): ScreenBody {
  const { fields, records = '' } = contentOfMail(draft)
  const others = everyWay.filter((each) => each !== way && frame.ways.some(({ id }) => id === each))
  const facts = [
    { id: 'to', name: 'To', value: fields.to ?? '' },
    { id: 'subject', name: 'Subject', value: fields.subject ?? '' },
    { id: 'attached', name: 'Attached', value: recordsText(records) },
  ].filter(({ value }) => value !== '')
  return {
    title: mailWays[way].title,
    location: mailPaths[way]({ records: records || undefined, draft: draft.id }),
    blocks: writingPage(frame, {
      chosen: 'drafts',
      blocks: [
        text('compose', mailWays[way].title, 'heading'),
        {
          kind: 'notice',
          id: 'not-offered',
          tone: 'warning',
          text: `${mailWays[way].title} is not offered now. What you wrote is kept: ${others.length > 0 ? 'send it in another way, copy it, or delete it.' : `copy it, or delete it. ${office}`}`,
          actions: others.map((each) => ({
            id: `go-on-${each}`,
            label: `Continue as ${mailWays[each].title}`,
            do: call(goOn, { draft: draft.id, way: each }),
          })),
        },
        ...(facts.length > 0 ? [{ kind: 'facts' as const, id: 'written-facts', label: 'What you wrote', facts }] : []),
        ...(fields.message ? [text('written', fields.message)] : []),
        savedState({ draft, remove: shown.actions.remove, now: shown.now, timeZone: shown.timeZone }),
      ],
    }),
  }
}

/** Above the form, whose button sends them. They stay folded until somebody attaches one. */
function attachments(picker: BlockList, records: string | undefined): BlockOf<'section'> {
  return {
    kind: 'section',
    id: 'attachments',
    title: 'Attach visit records',
    card: true,
    collapsible: records === undefined ? 'closed' : 'open',
    blocks: picker,
  }
}
