import Type from 'typebox'
import { messageSubjects, type ProposedMessage } from '../../practice/extension-points.ts'
import type { Context } from '../../protocol/context.ts'
import type { Services } from '../../services.ts'

/** What a message is about, as in its address: `bill:12`. */
const pattern = '^[a-z]{1,20}:[\\w-]{1,60}$'
export const About = Type.String({ pattern })

export interface MessageAbout extends ProposedMessage {
  kind: string
  id: string
  /** The kind in the reference of the message. */
  refersTo: string
}

/** Asks the feature that knows the thing. Undefined if this person has no such thing. */
export async function messageAbout(
  context: Context,
  { uses }: Pick<Services, 'uses'>,
  about: string | undefined,
): Promise<MessageAbout | undefined> {
  if (about === undefined || !new RegExp(pattern, 'u').test(about)) return undefined
  const [kind = '', id = ''] = about.split(':')
  const subject = uses(messageSubjects).find((each) => each.kind === kind)
  const known = await subject?.load(context, id)
  return known && { kind, id, refersTo: subject?.refersTo ?? kind, ...known }
}
