import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { WireDate } from '../wire/instant.ts'

const Id = Type.Integer({ minimum: 1, maximum: 999_999_999 })
const Name = Type.String({ minLength: 1, maxLength: 200 })

const WireRecipient = Type.Object({ ID: Id, Name, Is_Group: Type.Boolean() })
export type WireRecipient = Static<typeof WireRecipient>

const WireMessage = Type.Object({
  ID: Id,
  THREAD_ID: Id,
  PATIENT_N: Id,
  /** 0: from outside the practice. */
  PhysicianID: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
  Is_Group_Message: Type.Boolean(),
  SENDER_NAME: Name,
  Recipients: Type.Array(WireRecipient, { maxItems: 200 }),
  IsRead: Type.Union([Type.Literal(0), Type.Literal(1)]),
  DateCreated: WireDate,
  DateSent: WireDate,
  Subject: Type.String({ maxLength: 1000 }),
  Priority: Type.Union([Type.Literal(0), Type.Literal(1)]),
  Direction: Type.Union([Type.Literal('IN'), Type.Literal('OUT')]),
  /** When the patient or a guardian opened it; null if nobody has, or it is not known. */
  READ_AT: WireDate,
  /** Who wrote it for the patient, of what was sent from a portal. `ID` is the portal's own. */
  AUTHOR: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Object({ ID: Type.String({ maxLength: 40 }), NAME: Name, IS_GUARDIAN: Type.Boolean() }),
    ]),
  ),
  HAS_ATTACHMENTS: Type.Boolean(),
  REFERENCE: Type.Union([
    Type.Null(),
    Type.Object({ KIND: Type.String({ maxLength: 30 }), ID: Type.String({ maxLength: 100 }), LABEL: Name }),
  ]),
})
export type WireMessage = Static<typeof WireMessage>

const WireFullMessage = Type.Object({
  ...WireMessage.properties,
  Body: Type.Union([Type.Null(), Type.String()]),
  ATTACHMENTS: Type.Array(
    Type.Object({
      ATTACHMENT_ID: Id,
      FILE_NAME: Type.String({ minLength: 1, maxLength: 255 }),
      FILE_TYPE: Type.String({ maxLength: 100, pattern: '^[a-z]+/[a-z0-9.+-]+$' }),
      FILE_SIZE: Type.Integer({ minimum: 0 }),
    }),
    { maxItems: 50 },
  ),
})
export type WireFullMessage = Static<typeof WireFullMessage>

const Count = Type.Integer({ minimum: 0 })

export const MessagePageAnswer = Compile(
  Type.Object({ Total: Count, Unread: Count, Items: Type.Array(WireMessage, { maxItems: 200 }) }),
)
export const UnreadAnswer = Compile(Count)
export const MessageAnswer = Compile(WireFullMessage)
export const ThreadAnswer = Compile(
  Type.Object({ Total: Count, Items: Type.Array(WireFullMessage, { minItems: 1, maxItems: 200 }) }),
)
export const PhysiciansAnswer = Compile(Type.Array(Type.Object({ ID: Id, Name })))
export const GroupsAnswer = Compile(Type.Array(Type.Object({ id: Id, groups_name: Name })))
export const SentAnswer = Compile(Type.Object({ ID: Id, THREAD_ID: Id }))
export const NewMessagesAnswer = Compile(
  Type.Object({
    LAST_CHANGE: Count,
    Messages: Type.Array(Type.Object({ ID: Id, PATIENT_N: Id })),
    /** Missing where the record server does not know `wait`. */
    WAITS: Type.Optional(Type.Boolean()),
  }),
)
