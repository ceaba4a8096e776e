import { useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import type { BlockProps } from '../../render/block-props.ts'
import buttons from '../../parts/button.module.css'
import { Button } from '../../parts/button.tsx'
import { Sending } from '../../parts/sending.tsx'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { fieldsOf, UploadCategory, wantingIn } from './upload-category.tsx'
import { UploadChooser } from './upload-chooser.tsx'
import { UploadList } from './upload-list.tsx'
import '../../styles/form.css'
import look from './upload.module.css'
import { useUploads, type Complaint, type Uploads } from './use-uploads.ts'

export function UploadBlock({ block }: BlockProps<'upload'>) {
  const { category, sending, label, done } = block
  const [input, setInput] = useState({ category: category?.value ?? '', other: '' })
  const uploads = useUploads(block)
  const { entries, complaints, finished, progress } = uploads
  const add = (files: File[]) => uploads.add(files, { ...block.input, ...fieldsOf(category, input) })
  return (
    <div className={look.upload} role="group" aria-label={label}>
      {category && <UploadCategory category={category} input={input} onChange={setInput} />}
      <UploadChooser block={block} wanting={wantingIn(category, input)} hasFiles={entries.length > 0} choose={add} />
      <Complaints complaints={complaints} />
      {entries.length > 0 && <UploadList block={block} uploads={uploads} />}
      {finished && <p className={look.arrived}>{done.message}</p>}
      <UploadButtons block={block} uploads={uploads} />
      <Sending words={sending} progress={progress} cancel={uploads.cancel} />
    </div>
  )
}

function Complaints({ complaints }: { complaints: readonly Complaint[] }) {
  const word = useWords()
  if (complaints.length === 0) return null
  return (
    <div role="alert">
      <ul className={look.complaints}>
        {complaints.map(({ name, words }) => (
          <li key={name} className="field-error">
            <span className="error-mark" aria-hidden="true">
              !
            </span>
            <span>
              <span className="visually-hidden">{word('errorPrefix')}</span>
              {name}: {words}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface UploadButtonsProps {
  block: BlockOf<'upload'>
  uploads: Uploads
}

function UploadButtons({ block: { submit, done, cancel }, uploads }: UploadButtonsProps) {
  const { entries, finished, progress, send } = uploads
  const place = useRef<HTMLDivElement>(null)
  useFocusAfter(progress ? undefined : 'ready', place)
  return (
    <div ref={place} className={look.buttons}>
      {entries.length > 0 && (
        <button type="button" className={buttons.primary} onClick={() => void send()}>
          {submit}
        </button>
      )}
      {!finished && <Button action={cancel.do}>{cancel.label}</Button>}
      {finished && done.do && (
        <Button action={done.do} look="primary">
          {done.label}
        </Button>
      )}
    </div>
  )
}
