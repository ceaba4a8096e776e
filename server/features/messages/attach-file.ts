import { FormKey } from '../../practice/written-form.ts'
import { closed } from '../../../schemas/base.ts'
import type { Field } from '../../../schemas/blocks/form.ts'
import { duplicateFileText, fileMessages } from '../../practice/files/file-messages.ts'
import { fileTypes, mostBytes } from '../../practice/files/file-types.ts'
import { upload, type Named, type UploadDefinition } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import type { FormField } from '../../protocol/form-fields.ts'
import type { Services } from '../../services.ts'
import { draftOwner } from '../../practice/drafts/draft-actions.ts'
import { guarded } from './message-form.ts'
import { filePlace, addFile, countFiles } from './message-files.store.ts'
import { messagesMessages } from './messages.messages.ts'
import { mostFiles } from './messages.rules.ts'

type AttachServices = Pick<Services, 'db' | 'encryption' | 'receiveFile'>

const limit = { tries: 60, seconds: 3_600 } as const
/** Of one person about one patient, sent ones of the last day included. */
const mostKept = 100

/** Keeps a file for the message that is being written, checked as every file of a person (security.md, Uploads). */
export function attachFile({ db, encryption, receiveFile }: AttachServices): UploadDefinition {
  return upload({
    ...guarded,
    name: 'messages.attach',
    about: 'Attached a file to a message to the office',
    input: closed({ draft: FormKey, id: FormKey }),
    limits: { bytes: mostBytes, files: 1 },
    run: async (context, { draft: draftId, id }, file) => {
      const owner = draftOwner(context)
      await context.takeTry(`message-files:${owner.accountId}`, limit)
      if ((await countFiles(db, owner)) >= mostKept) throw new Failure('messages.filesFull', { status: 409 })
      await receiveFile(file, {
        fileName: file.fileName,
        use: async ({ fileName: name, type, content }) => {
          const row = { ...owner, draftId, id, name, type, bytes: content.length, addedAt: context.now() }
          await addFile(db, { ...row, content: encryption.encryptBytes(content, filePlace(row)) })
        },
      })
      return []
    },
  })
}

/** The field of a form in which files are attached. */
export function filesField(attach: Named, draft: string): FormField {
  return { name: 'files', label: 'Attachments', widget: 'files', files: filesOf(attach, draft) }
}

function filesOf({ name: upload }: Named, draft: string): Field['files'] {
  return {
    upload,
    input: { draft },
    chooser: {
      label: 'Attach files',
      drop: 'or drop them here',
      hint: `PDF, PNG or JPEG, up to ${mostFiles} files of 6 MB each`,
      camera: 'Take a photo',
    },
    accept: [...fileTypes],
    maxBytes: mostBytes,
    maxFiles: mostFiles,
    remove: 'Remove',
    states: { waiting: 'Waiting', sending: 'Uploading', arrived: 'Attached', failed: 'Not attached:' },
    refusals: {
      sending: 'Please wait until your files are attached.',
      failed: 'A file is not attached. Try it again, or remove it.',
    },
    messages: {
      type: fileMessages['uploads.type'],
      size: fileMessages['uploads.tooLarge'],
      empty: fileMessages['uploads.empty'],
      duplicate: duplicateFileText,
      tooMany: messagesMessages['messages.filesMany'],
      failed: 'Something went wrong. Please try again later.',
    },
  }
}
