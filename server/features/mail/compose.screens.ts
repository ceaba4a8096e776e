import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { draftAutosave, draftState, formIn, type WrittenDraft } from '../../practice/drafts/drafts.blocks.ts'
import { otherWays, writingPage, type MessagesFrame } from '../../practice/message-parts.ts'
import { paths } from '../../practice/paths.ts'
import { form, text } from '../../protocol/block-builders.ts'
import type { ActionDefinition, ScreenBody } from '../../protocol/definitions.ts'
import { mailMessages } from './mail.messages.ts'
import { mailPaths } from './mail.paths.ts'
import { keptDays, type Way } from './mail.rules.ts'
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
