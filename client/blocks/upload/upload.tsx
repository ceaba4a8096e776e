import { useRef, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { BlockProps } from '../../render/block-props.ts'
import buttons from '../../parts/button.module.css'
import { Button } from '../../parts/button.tsx'
import { FileChooser } from '../../parts/file-chooser.tsx'
import { FileComplaints } from '../../parts/file-complaints.tsx'
import { Sending } from '../../parts/sending.tsx'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { fieldsOf, UploadCategory, wantingIn } from './upload-category.tsx'
import { UploadList } from './upload-list.tsx'
import '../../styles/form.css'
import look from './upload.module.css'
import { useUploads, type Uploads } from './use-uploads.ts'

export function UploadBlock({ block }: BlockProps<'upload'>) {
  const { category, sending, label, done } = block
  const [input, setInput] = useState({ category: category?.value ?? '', other: '' })
  const uploads = useUploads(block)
  const { entries, complaints, finished, progress } = uploads
  const add = (files: File[]) => uploads.add(files, { ...block.input, ...fieldsOf(category, input) })
  return (
    <div className={look.upload} role="group" aria-label={label}>
      {category && <UploadCategory category={category} input={input} onChange={setInput} />}
      <FileChooser files={block} wanting={wantingIn(category, input)} isNext={entries.length === 0} choose={add} />
      <FileComplaints complaints={complaints} />
      {entries.length > 0 && <UploadList block={block} uploads={uploads} />}
      {finished && <p className={look.arrived}>{done.message}</p>}
      <UploadButtons block={block} uploads={uploads} />
      <Sending words={sending} progress={progress} cancel={uploads.cancel} />
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
      {!finished && entries.length > 0 && <Button action={cancel.do}>{cancel.label}</Button>}
      {finished && done.do && (
        <Button action={done.do} look="primary">
          {done.label}
        </Button>
      )}
    </div>
  )
}
